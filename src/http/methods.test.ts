import { describe, expect, it } from 'vitest';
import { sendInteraction, turnOnCommands } from '../testing/discord-interactions.ts';
import { testServer } from '../testing/server.ts';

const server = testServer({ METRICS: 'true' });

const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const { status, headers: answered } = await fetch(`${server.url}${path}`, { method, headers });
  return { status, allow: answered.get('allow') };
};

describe.each([
  ['/healthz', 'GET, HEAD'],
  ['/readyz', 'GET, HEAD'],
  ['/metrics', 'GET, HEAD'],
  ['/api/docs', 'GET, HEAD'],
  ['/api/docs/style.css', 'GET, HEAD'],
  ['/api/openapi.json', 'GET, HEAD'],
  ['/api/feeds/any-token', 'GET, HEAD'],
  ['/api/follows', 'GET, HEAD, POST'],
  ['/api/auth/logout', 'POST'],
  ['/unsubscribe', 'GET, HEAD, POST'],
  ['/robots.txt', 'GET, HEAD'],
  ['/sitemap-2.xml', 'GET, HEAD'],
  ['/cards/site.png', 'GET, HEAD'],
  ['/embed/sale/1', 'GET, HEAD'],
  ['/oembed', 'GET, HEAD'],
  ['/', 'GET, HEAD'],
  ['/item/master-ball', 'GET, HEAD'],
])('%s', (path, allow) => {
  it('refuses a method that it does not take, and lists the others', async () => {
    expect(await ask('PUT', path)).toEqual({ status: 405, allow });
  });

  it('lists its methods for OPTIONS', async () => {
    const answer = await ask('OPTIONS', path);
    expect([200, 204]).toContain(answer.status);
    expect(answer.allow).toBe(allow);
  });
});

it.each(['/healthz', '/api/docs', '/robots.txt', '/cards/site.png'])('%s takes HEAD', async (path) => {
  expect(await ask('HEAD', path)).toEqual({ status: 200, allow: null });
});

it.each(['/nowhere', '/api/nowhere', '/api/pokemon/nothing', '/healthz/more'])(
  '%s is unknown to every method',
  async (path) => {
    expect(await ask('PUT', path)).toEqual({ status: 404, allow: null });
  },
);

it('hides /metrics from forwarded requests of any method', async () => {
  expect((await ask('PUT', '/metrics', { 'x-forwarded-for': '203.0.113.1' })).status).toBe(404);
});

it('lists the method of the interactions of Discord while its commands are on', async () => {
  expect(await ask('GET', '/discord/interactions')).toEqual({ status: 404, allow: null });
  await turnOnCommands(server);
  expect(await ask('GET', '/discord/interactions')).toEqual({ status: 405, allow: 'POST' });
  expect((await sendInteraction(server, { raw: JSON.stringify({ type: 1 }) })).status).toBe(200);
});
