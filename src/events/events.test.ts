import { beforeAll, expect, it } from 'vitest';
import { createOrm } from '../db/orm.ts';
import { FaultProxy } from '../testing/faults/proxy.ts';
import { fixture } from '../testing/run/fixture.ts';
import { createTestLog } from '../testing/run/log.ts';
import { createTestDatabase } from '../testing/servers/database.ts';
import { Events } from './events.ts';
import { publish } from './publish.ts';

const log = createTestLog();
const database = fixture(createTestDatabase, 'drop');
const proxy = fixture(() => FaultProxy.start(database.url), 'stop');
const orm = fixture(() => createOrm({ url: database.url, pool: 1 }), 'close');
const events = fixture(
  () => new Events({ databaseUrl: proxy.url, logger: log.logger, beatMs: 200 }),
  'close',
);
beforeAll(() => events.start());

const nextEvent = () =>
  new Promise<number>((resolve) => {
    const stop = events.on('session.revoked', ({ user_id }) => {
      stop();
      resolve(user_id);
    });
  });
const nextGap = () =>
  new Promise<void>((resolve) => {
    const stop = events.onGap(() => {
      stop();
      resolve();
    });
  });
const send = (user_id: number) => publish(orm.em.fork(), [{ type: 'session.revoked', user_id }]);

const failureLogged = () =>
  expect.poll(() => log.takeErrors().map(({ msg }) => msg)).toContain('the connection for events fails');

it.each([
  ['is cut', () => proxy.cut()],
  ['drops all packets', () => proxy.blackHole()],
])('a connection that %s is replaced, and listeners are notified of the gap', async (_how, fail) => {
  const gap = nextGap();
  fail();
  await failureLogged();
  await proxy.heal();
  await gap;
  const received = nextEvent();
  await send(7);
  expect(await received).toBe(7);
});

it('closing while the connection is opened ends the start, which a closing process awaits', async () => {
  proxy.blackHole();
  const before = proxy.connections;
  const other = new Events({ databaseUrl: proxy.url, logger: log.logger });
  const started = other.start();
  await expect.poll(() => proxy.connections).toBe(before + 1);
  await other.close();
  await started;
  await proxy.heal();
});
