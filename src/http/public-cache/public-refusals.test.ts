import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { batchPath, read, trpcPath } from '../../testing/clients/visitor.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer({ LOG_READS: 'lines' });
const uncached = testServer({ ANSWER_CACHE_MB: '0' });
const strict = testServer({ RATE_LIMIT_FACTOR: '0.05' });

const stranger = testAccount(server);

beforeAll(async () => {
  await makeSale(server, { status: 'approved' });
});

const get = (path: string, headers: Record<string, string> = {}) => read(server.url, path, headers);

describe('responses that are not cached', () => {
  it.each([
    ['a repeated parameter', '/api/items?limit=5&limit=6', 400],
    ['an unknown parameter', '/api/items?stray=1', 400],
    ['a parameter named like a built-in property', '/api/items?__proto__=1', 400],
    ['a parameter with an index', '/api/items?limit[]=5', 400],
    ['a page that is too far', '/api/items?page=100000&limit=100', 400],
    ['a malformed name', '/api/items/price-history/%E0%A4%A?days=3', 400],
    ['a parameter that is also in the path', '/api/items/price-history/Master%20Ball?name=Potion', 400],
    ['an unknown path', '/api/items/none', 404],
    ['input that is not JSON', '/trpc/items.list?input=%7B', 400],
    ['input twice', '/trpc/items.list?input=%7B%7D&input=%7B%7D', 400],
    ['a batch without batch parameters', '/trpc/items.list,pokemon.list?input=%7B%7D', 404],
    [
      'a batch with a call for accounts',
      batchPath([
        ['items.list', {}],
        ['submissions.counts', {}],
      ]),
      207,
    ],
    [
      'a batch with a failing call',
      batchPath([
        ['items.list', {}],
        ['items.list', { limit: 0 }],
      ]),
      207,
    ],
    ['a mutation', '/trpc/auth.logout', 405],
    ['an unknown sprite', '/api/pokemon/sprite/1/Nothing', 404],
  ])('%s', async (_what, path, status) => {
    const [first, again] = [await get(path), await get(path)];
    expect([first.status, again.status]).toEqual([status, status]);
    const bare = ({ text }: { text: string }) => text.replaceAll(/"(request_id|requestId)":"[^"]*"/g, '');
    expect(bare(again)).toBe(bare(first));
    if (status === 200) return;
    expect(first.headers.get('etag')).toBeNull();
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    // With an account, the application responds in the same form.
    const whole = await get(path, { authorization: `Bearer ${stranger.token}` });
    if (!path.includes('submissions') && !path.includes('logout')) expect(bare(whole)).toBe(bare(first));
    expect(whole.headers.get('content-type')).toBe(first.headers.get('content-type'));
  });

  it('after a database failure', async () => {
    const path = '/api/items?limit=13';
    const fails = vi
      .spyOn(server.runtime.readServers, 'read')
      .mockRejectedValue(Object.assign(new Error('away'), { code: '57P01' }));
    expect((await get(path)).status).toBe(503);
    fails.mockRestore();
    expect((await get(path)).status).toBe(200);
  });

  it('when the database cannot be checked for changes', async () => {
    const path = '/api/items?limit=4';
    const first = await get(path);
    const fails = vi
      .spyOn(server.runtime.changeFeed, 'fresh')
      .mockRejectedValue(Object.assign(new Error('away'), { code: '57P01' }));
    expect((await get(path)).status).toBe(503);
    fails.mockRestore();
    expect((await get(path)).text).toBe(first.text);
  });

  it('any, with a cache size of zero', async () => {
    for (const path of ['/api/items?limit=25', trpcPath('pokemon.list')]) {
      const answers = [await read(uncached.url, path), await read(uncached.url, path)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const reads = vi.spyOn(uncached.runtime.readServers, 'read');
      const fresh = vi.spyOn(uncached.runtime.changeFeed, 'fresh');
      await read(uncached.url, path);
      expect(fresh.mock.calls.length).toBe(1);
      expect(reads.mock.calls.length).toBeLessThan(2);
      vi.restoreAllMocks();
    }
  });
});

describe('a cached response', () => {
  it('writes a log line per call like the application', async () => {
    const path = batchPath([
      ['items.list', { limit: 11 }],
      ['abilities.list', {}],
    ]);
    await get(path);
    const from = server.log.lines.length;
    const { headers } = await get(path);
    const requestId = headers.get('x-request-id');
    const lines = () => server.log.lines.slice(from).filter((line) => line.requestId === requestId);
    await expect.poll(() => lines().length).toBe(2);
    expect(lines()).toMatchObject([
      {
        level: 'info',
        category: 'api',
        type: 'query',
        status: 'ok',
        msg: 'items.list',
        path: 'items.list',
        ip: '127.0.0.1',
      },
      {
        level: 'info',
        category: 'api',
        type: 'query',
        status: 'ok',
        msg: 'abilities.list',
        path: 'abilities.list',
      },
    ]);
  });

  it.each(['/api/items?limit=12', trpcPath('items.list', { limit: 12 })])(
    'counts against the limit of reads: %s',
    async (path) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => read(strict.url, path)));
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});
