import { describe, expect, it } from 'vitest';
import { testServer } from '../testing/run/server.ts';

const server = testServer({ IMAGE_HOSTS: 'pictures.example, sprites.example' });
const secure = testServer({ PUBLIC_URL: 'https://dex.example', CORS_ORIGINS: 'https://tool.example' });

const PATHS = [
  '/',
  '/reset-password?token=x',
  '/confirm-address?token=x',
  '/api/items',
  '/api/docs',
  '/api/nothing',
  '/nothing',
  '/trpc/items.list',
  '/healthz',
  '/readyz',
];

function policyOf(response: Response): Record<string, string> {
  const directives = (response.headers.get('content-security-policy') ?? '').split(';');
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

describe.each(PATHS)('%s', (path) => {
  it('has a policy without inline code, foreign sources and frames', async () => {
    const policy = policyOf(await fetch(server.url + path));
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data: https://pictures.example https://sprites.example",
      'font-src': "'self'",
      'connect-src': "'self' ws://localhost:0",
      'manifest-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
  });

  it('has the other headers', async () => {
    const { headers } = await fetch(server.url + path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });
});

it.each([
  '/healthz',
  '/readyz',
  '/nothing.js',
  '/api/nothing',
  '/api/items?limit=x',
  '/trpc/nothing',
  '/trpc/%',
])('%s is not stored by caches', async (path) => {
  expect((await fetch(server.url + path)).headers.get('cache-control')).toBe('no-store');
});

it('enforces https where it is served over https', async () => {
  const response = await fetch(`${secure.url}/api/items`);
  expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(policyOf(response)).toMatchObject({
    'upgrade-insecure-requests': '',
    'connect-src': "'self' wss://dex.example",
  });
});

describe('pages of other sites', () => {
  const ask = (url: string, origin: string, method = 'GET') =>
    fetch(url, { method, headers: { origin, 'access-control-request-method': 'GET' } });

  it.each(['GET', 'OPTIONS'])('may not call when none is configured: %s', async (method) => {
    const { headers } = await ask(`${server.url}/api/items`, 'https://tool.example', method);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('may call when configured, without cookies', async () => {
    const answer = await ask(`${secure.url}/api/items`, 'https://tool.example');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': 'https://tool.example',
      vary: expect.stringContaining('Origin'),
    });
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    const preflight = await ask(`${secure.url}/api/items`, 'https://tool.example', 'OPTIONS');
    expect(preflight.status).toBe(204);
    const sent = preflight.headers.get('access-control-allow-headers')?.split(', ');
    expect(sent).toEqual(expect.arrayContaining(['Authorization', 'Idempotency-Key', 'If-None-Match']));
    const read = answer.headers.get('access-control-expose-headers')?.split(', ');
    expect(read).toEqual(expect.arrayContaining(['ETag', 'Retry-After', 'MarketDex-Sequence']));
  });

  it.each(['https://tool.example.evil', 'http://tool.example', 'null', 'https://dex.example.evil'])(
    'are refused when they only resemble a configured one: %s',
    async (origin) => {
      const { headers } = await ask(`${secure.url}/api/items`, origin);
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(headers.get('vary')).toContain('Origin');
    },
  );

  it('get responses of their own from caches', async () => {
    const { headers } = await ask(`${secure.url}/api/docs/style.css`, 'https://tool.example');
    expect(headers.get('vary')).toContain('Origin');
  });

  it('may call only REST paths', async () => {
    const { headers } = await ask(`${secure.url}/trpc/items.list`, 'https://tool.example');
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });
});
