import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sendInteraction, turnOnCommands } from '../testing/clients/discord-interactions.ts';
import { testServer } from '../testing/run/server.ts';

const server = testServer({ METRICS: 'true' });

/** Sends any method: `fetch` refuses TRACE. */
async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const sent = request(`${server.url}${path}`, { method, headers }).end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  answer?.resume();
  return { status: answer?.statusCode, allow: answer?.headers.allow ?? null };
}

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
  ['/api/items/submit', 'POST'],
  ['/api/items/1', 'PATCH'],
  ['/api/admin/items/1', 'PATCH, DELETE'],
  ['/unsubscribe', 'GET, HEAD, POST'],
  ['/robots.txt', 'GET, HEAD'],
  ['/sitemap-2.xml', 'GET, HEAD'],
  ['/cards/site.png', 'GET, HEAD'],
  ['/embed/sale/1', 'GET, HEAD'],
  ['/oembed', 'GET, HEAD'],
  ['/', 'GET, HEAD'],
  ['/item/master-ball', 'GET, HEAD'],
])('%s', (path, allow) => {
  it.each(['PUT', 'TRACE'])('refuses %s, and lists the methods that it takes', async (method) => {
    expect(await ask(method, path)).toEqual({ status: 405, allow });
  });

  it('lists its methods for OPTIONS', async () => {
    expect(await ask('OPTIONS', path)).toEqual({ status: 204, allow });
  });
});

it.each(['/healthz', '/api/docs', '/robots.txt', '/cards/site.png'])('%s takes HEAD', async (path) => {
  expect(await ask('HEAD', path)).toEqual({ status: 200, allow: null });
});

it.each([
  ['/trpc/items.list?input=%7B%7D', 200],
  ['/trpc/follows.list?input=%7B%7D', 401],
  ['/trpc/items.lists?input=%7B%7D', 404],
  ['/trpc/items.submit?input=%7B%7D', 405],
])('HEAD %s is answered like GET', async (path, status) => {
  const answers = [await ask('HEAD', path), await ask('GET', path)];
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  expect(answers[0]).toEqual(answers[1]);
});

it.each(['/nowhere', '/api/nowhere', '/api/pokemon/nothing', '/healthz/more'])(
  '%s is unknown to every method',
  async (path) => {
    for (const method of ['PUT', 'OPTIONS'])
      expect(await ask(method, path)).toEqual({ status: 404, allow: null });
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
