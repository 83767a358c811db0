import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createOrm } from '../src/db/orm.ts';
import { QUEUE_SCHEMA } from '../src/db/tables/queue-tables.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createQueueBackend } from '../src/queue/backend.ts';
import { JOBS } from '../src/queue/definitions.ts';
import { OutboxMessage } from '../src/queue/queue.entity.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { createTestLog } from '../src/testing/run/log.ts';
import { createTestDatabase } from '../src/testing/servers/database.ts';
import { createEarlierQueueLoop, createScheduleLoop } from './loops.ts';
import { jobId } from './relay.ts';

const log = createTestLog();
const database = fixture(createTestDatabase, 'drop');
const orm = fixture(() => createOrm({ url: database.url, pool: 2 }), 'close');
const openQueue = () =>
  createQueueBackend({ redisUrl: undefined, databaseUrl: database.url, logger: log.logger });

const queue = fixture(openQueue, 'close');

/** A job of the queue in PostgreSQL, which a relay has handed over. @returns the id of its outbox row */
async function relayed(user_id: number, { isKept = true } = {}): Promise<string> {
  const row = { id: randomUUID(), job: JOBS.welcomeMail.name, payload: { user_id } };
  if (isKept) await orm.em.fork().insert(OutboxMessage, { ...row, relayedAt: new Date() });
  await queue.add([{ id: jobId(row.id), job: JOBS.welcomeMail, payload: row.payload }]);
  return row.id;
}

const set = (id: string, change: string) =>
  orm.em.fork().execute(`update ${QUEUE_SCHEMA}.job set ${change} where id = ?`, [jobId(id)]);
const inMs = (ms: number) => `extract(epoch from now()) * 1000 + ${ms}`;

it('returns the unfinished jobs of the queue in PostgreSQL to the outbox, and no others', async () => {
  const former = openQueue();
  await former.placeSchedules();
  await former.close();
  const before = await queue.counts();
  expect(before.delayed).toBeGreaterThan(0);

  const waiting = await relayed(1);
  // Its outbox row has been deleted meanwhile.
  const old = await relayed(2, { isKept: false });
  const delayed = await relayed(3);
  await set(delayed, `state = 'delayed', process_at_ms = ${inMs(60_000)}`);
  const killed = await relayed(4);
  await set(killed, `state = 'active', locked_until_ms = ${inMs(-1)}`);
  const running = await relayed(5);
  await set(running, `state = 'active', locked_until_ms = ${inMs(600_000)}`);
  const done = await relayed(6);
  await set(done, `state = 'completed', finished_at_ms = ${inMs(0)}`);
  const failed = await relayed(7);
  await set(failed, `state = 'failed', finished_at_ms = ${inMs(0)}`);

  const loop = createEarlierQueueLoop({ orm, logger: log.logger });
  loop.start();
  await expect
    .poll(() => log.lines.map(({ msg, jobs }) => [msg, jobs]))
    .toContainEqual(['jobs moved from the queue in PostgreSQL to Redis', 4]);
  await loop.close();
  // A new queue gets jobs again, but none that the earlier one still has.
  const placed = Promise.withResolvers<void>();
  const schedules = createScheduleLoop(
    { orm, clock: systemClock, logger: log.logger },
    { hasSchedules: async () => false, placeSchedules: async () => placed.resolve() },
  );
  schedules.start();
  await placed.promise;
  await schedules.close();

  const rows = await orm.em.fork().find(OutboxMessage, { relayedAt: null });
  const messages = rows.map(({ id, job, payload }) => ({ id, job, payload }));
  messages.sort((a, b) => Number(a.payload.user_id) - Number(b.payload.user_id));
  expect(messages).toEqual(
    [waiting, old, delayed, killed].map((id, i) => ({
      id,
      job: 'mail.welcome',
      payload: { user_id: i + 1 },
    })),
  );
  expect(await queue.counts()).toEqual({
    ...before,
    active: 1,
    completed: before.completed + 1,
    failed: before.failed + 1,
  });
});
