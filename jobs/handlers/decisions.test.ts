import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/contract/events.ts';
import { announceDecision } from '../../src/queue/definitions.ts';
import { callerFor } from '../../src/testing/callers.ts';
import { makeAccount, makeSale, type TestAccount } from '../../src/testing/factories.ts';
import { testServer } from '../../src/testing/server.ts';
import { eventsOf } from '../../src/testing/told.ts';
import { decisionHandlers } from './decisions.ts';

const server = testServer();
const told = eventsOf(server);

let submitter: TestAccount;
let checker: TestAccount;
let admin: TestAccount;

beforeAll(async () => {
  submitter = await makeAccount(server);
  checker = await makeAccount(server, 'checker');
  admin = await makeAccount(server, 'admin');
});
beforeEach(async () => {
  await server.sql('delete from outbox');
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

/** Does every such job that was asked for, as a worker would once its time has come; what was told by them. */
async function announced(): Promise<DomainEvent[]> {
  const { orm } = server.platform;
  await told.take();
  const jobs = await server.sql<{ id: string; payload: unknown }>(
    'select id, payload from outbox where job = ? order by created_at',
    [announceDecision.name],
  );
  const [handler] = decisionHandlers({ orm });
  for (const { id, payload } of jobs)
    await handler?.run(payload, { id, attempt: 1, signal: new AbortController().signal });
  return told.take();
}

const news = (sale_id: number, status: string, name = 'Rare Candy') => [
  { type: 'submission.decided', sale_id, submitted_by: submitter.user.user_id, name, status },
];

describe('a decision is told to the submitter', () => {
  it('when it stands', async () => {
    expect(await announced()).toEqual([]);
    const id = await decided();
    expect(await announced()).toEqual(news(id, 'approved'));
  });

  it('when the sale was changed since, as it is now', async () => {
    const id = await decided();
    await call(admin).admin.editItem({ id, item_name: 'Master Ball' });
    expect(await announced()).toEqual(news(id, 'approved', 'Master Ball'));
  });

  it('not when it was undone', async () => {
    const id = await decided();
    await call(checker).reviews.undo({ sales: [{ id }] });
    expect(await announced()).toEqual([]);
  });

  it('once when it was undone and made again, or changed by an admin', async () => {
    const id = await decided();
    await call(checker).reviews.undo({ sales: [{ id }] });
    await decide(id, 'rejected');
    expect(await announced()).toEqual(news(id, 'rejected'));
    await server.sql('delete from outbox');
    await call(admin).admin.editItem({ id, status: 'approved' });
    expect(await announced()).toEqual(news(id, 'approved'));
  });

  it('not of a deleted sale', async () => {
    const id = await decided();
    await call(admin).admin.deleteItem({ id });
    expect(await announced()).toEqual([]);
  });

  it('not when nobody is known to have submitted it', async () => {
    const id = await decided();
    await server.sql('update sale set submitted_by = null where sale_id = ?', [id]);
    expect(await announced()).toEqual([]);
  });
});

it('waits in the queue for longer than a decision can be undone', () => {
  expect(announceDecision.delayMs).toBeGreaterThan(10_000);
});
