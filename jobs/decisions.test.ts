import { Client } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { FINAL_MS, UNDO_MS } from '../src/contract/review/review-values.ts';
import type { DomainEvent } from '../src/contract/shared/events.ts';
import { publishDecisions } from '../src/modules/sales/submission-notices.ts';
import { JOBS } from '../src/queue/definitions.ts';
import { makeSale, type TestAccount } from '../src/testing/accounts/factories.ts';
import { testAccount } from '../src/testing/accounts/test-account.ts';
import { callerFor } from '../src/testing/clients/callers.ts';
import { handlerOf } from '../src/testing/run/job-handlers.ts';
import { recordEvents } from '../src/testing/run/recorded-events.ts';
import { testServer } from '../src/testing/run/server.ts';

const server = testServer();
const recordedEvents = recordEvents(server);

const submitter = testAccount(server);
const checker = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');
beforeEach(async () => {
  await server.sql('delete from decision_notice');
});

const call = ({ token }: TestAccount) => callerFor(server, token);
const decide = async (id: number, status: 'approved' | 'rejected' = 'approved') => {
  await call(checker).reviews.decideMany({ sales: [{ id }], status });
  server.clock.advance(1_000);
};
const decided = async (by = submitter) => {
  const id = await makeSale(server, { by, name: 'Rare Candy' });
  await decide(id);
  return id;
};

const recordedDecisions = async () =>
  (await recordedEvents.take()).filter(({ type }) => type === 'submission.decided');

/** Events of one step of the decision loop, once the decisions are final. */
async function announced(): Promise<DomainEvent[]> {
  await recordedEvents.take();
  server.clock.advance(FINAL_MS);
  expect(await publishDecisions(server.scope())).toBe(false);
  return recordedDecisions();
}

const expectedEvents = (sale_id: number, status: string, name = 'Rare Candy') => [
  { type: 'submission.decided', sale_id, submitted_by: submitter.user.user_id, name, status },
];

describe('the submitter is notified of a decision', () => {
  it('when it is final', async () => {
    expect(await announced()).toEqual([]);
    const id = await decided();
    expect(await announced()).toEqual(expectedEvents(id, 'approved'));
  });

  it('with the current data of a sale that was changed since', async () => {
    const id = await decided();
    await call(admin).admin.editItem({ id, item_name: 'Master Ball' });
    expect(await announced()).toEqual(expectedEvents(id, 'approved', 'Master Ball'));
  });

  it('but not when it was undone', async () => {
    const id = await decided();
    await call(checker).reviews.undo({ sales: [{ id }] });
    expect(await announced()).toEqual([]);
  });

  it('once when it was undone and decided again, or changed by an admin', async () => {
    const id = await decided();
    await call(checker).reviews.undo({ sales: [{ id }] });
    await decide(id, 'rejected');
    expect(await announced()).toEqual(expectedEvents(id, 'rejected'));
    await call(admin).admin.editItem({ id, status: 'approved' });
    expect(await announced()).toEqual(expectedEvents(id, 'approved'));
  });

  it('but not when it was returned to review before, however late', async () => {
    const id = await decided();
    await recordedEvents.take();
    server.clock.advance(FINAL_MS);
    await call(admin).reviews.return({ id });
    expect(await recordedDecisions()).toEqual([]);
    expect(await announced()).toEqual([]);
  });

  it('but not while an undo holds the sale', async () => {
    const id = await decided();
    const undo = new Client({ connectionString: server.database.url });
    await undo.connect();
    await undo.query('begin');
    await undo.query('select from sale where sale_id = $1 for update', [id]);
    expect(await announced()).toEqual([]);
    await undo.end();
    expect(await announced()).toEqual(expectedEvents(id, 'approved'));
  });

  it('but not while the sale is deleted', async () => {
    const id = await decided();
    await call(admin).admin.deleteItem({ id });
    expect(await announced()).toEqual([]);
    await call(admin).reviews.restore({ id });
    expect(await announced()).toEqual(expectedEvents(id, 'approved'));
  });

  it('but not when the sale has no submitter', async () => {
    const id = await decided();
    await server.sql('update sale set submitted_by = null where sale_id = ?', [id]);
    expect(await announced()).toEqual([]);
  });
});

it('notifies only after the undo period, and once', async () => {
  const id = await decided();
  await recordedEvents.take();
  server.clock.advance(UNDO_MS - 1_000);
  await publishDecisions(server.scope());
  expect(await recordedDecisions()).toEqual([]);
  expect(await announced()).toEqual(expectedEvents(id, 'approved'));
  expect(await announced()).toEqual([]);
});

it('an announced decision cannot be undone, even when the clock of the worker is ahead', async () => {
  const id = await decided();
  const ahead = new Date(server.clock.now().getTime() + FINAL_MS);
  await publishDecisions({ ...server.scope(), clock: { now: () => ahead } });
  const { results } = await call(checker).reviews.undo({ sales: [{ id }] });
  expect(results).toMatchObject([{ ok: false, id, reason: 'UNDO_OVER' }]);
});

it('notifies once when several workers run', async () => {
  const ids = [await decided(), await decided(), await decided()];
  await recordedEvents.take();
  server.clock.advance(60_000);
  await Promise.all([publishDecisions(server.scope()), publishDecisions(server.scope())]);
  const events = await recordedDecisions();
  expect(events.map((event) => event.type === 'submission.decided' && event.sale_id).sort()).toEqual(
    ids.sort(),
  );
});

describe('a job queued by an earlier version', () => {
  const noticed = `sale_id, to_json(decided_at at time zone 'utc') #>> '{}' || 'Z' as decided_at`;
  const run = (payload: unknown) =>
    handlerOf(server, JOBS.announceDecision).run(payload, {
      id: 'outbox-1',
      attempt: 1,
      signal: new AbortController().signal,
    });

  it('notifies', async () => {
    const id = await decided();
    const [payload] = await server.sql(`delete from decision_notice returning ${noticed}`);
    await run(payload);
    expect(await announced()).toEqual(expectedEvents(id, 'approved'));
  });

  it('does not notify of a decision that was replaced meanwhile', async () => {
    const id = await decided();
    const [payload] = await server.sql(`select ${noticed} from decision_notice`);
    await call(checker).reviews.undo({ sales: [{ id }] });
    await run(payload);
    server.clock.advance(UNDO_MS - 2_000);
    await decide(id, 'rejected');
    // The first decision would be final now; the second can still be undone.
    server.clock.advance(1_000);
    await recordedEvents.take();
    await publishDecisions(server.scope());
    expect(await recordedDecisions()).toEqual([]);
    expect(await announced()).toEqual(expectedEvents(id, 'rejected'));
  });
});
