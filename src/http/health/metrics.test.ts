import { expect, it } from 'vitest';
import { makeAccount, makeSale } from '../../testing/accounts/factories.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { TestSocket } from '../../testing/clients/socket.ts';
import { testServer } from '../../testing/run/server.ts';
import { wasForwarded } from './metrics.ts';

const server = testServer({ METRICS: 'true' });
const read = (headers: Record<string, string> = {}) => fetch(`${server.url}/metrics`, { headers });

it('reports calls, sales, sockets, the outbox and the process', async () => {
  const { token } = await makeAccount(server);
  await makeSale(server);
  await call(server, 'GET', '/items?min_price=1', {});
  await server.runtime.columns.settled();
  await call(server, 'GET', '/auth/profile', { token });
  await call(server, 'GET', '/auth/profile', { token: 'dead' });
  const socket = await TestSocket.open(server, { token });
  const answer = await read();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  for (const line of [
    'marketdex_call_duration_seconds_count{procedure="auth.profile",status="ok"} 1',
    'marketdex_call_duration_seconds_count{procedure="auth.profile",status="UNAUTHORIZED"} 1',
    'marketdex_failed_calls_total{status="INTERNAL_SERVER_ERROR"} 0',
    'marketdex_sales_in_memory{kind="item"} 0',
    'marketdex_sockets{kind="trpc"} 1',
    'marketdex_sockets{kind="logs"} 0',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/^marketdex_sales\{status="(approved|pending)"\} 1$/m);
  expect(text).toMatch(/^marketdex_outbox\{state="waiting"\} \d+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
  await socket.close();
});

it('creates no series from request data', async () => {
  for (const path of ['/a-path-of-mine', '/items/a-path-of-mine', '/__proto__'])
    await call(server, 'GET', path, {}).catch(() => undefined);
  await fetch(`${server.url}/trpc/a-path-of-mine`);
  expect(await (await read()).text()).not.toContain('of-mine');
});

it.each(['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'CF-Connecting-IP'])(
  'is not found for a request with %s',
  async (header) => {
    expect((await read({ [header]: '127.0.0.1' })).status).toBe(404);
  },
);

it('does not mistake ordinary headers for those of a proxy', () => {
  expect(wasForwarded({ host: 'x', accept: '*/*', 'user-agent': 'Prometheus' })).toBe(false);
});
