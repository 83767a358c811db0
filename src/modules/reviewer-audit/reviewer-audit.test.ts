import { beforeEach, describe, expect, it } from 'vitest';
import type { ReturnRun, Reviewer } from '../../contract/review/reviewer-audit.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { isInProgress } from '../../contract/shared/run-status.ts';
import { confirmSession, makeAccount, makeSale, type TestAccount } from '../../testing/accounts/factories.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { makeApprovals } from '../../testing/market/approvals.ts';
import { testServer } from '../../testing/run/server.ts';
import type { Actor } from '../actor.ts';
import { continueReturn } from './reviewer-audit.service.ts';

const server = testServer();
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let admin: TestAccount;
let checker: TestAccount;

beforeEach(async () => {
  admin = await makeAccount(server, 'admin');
  checker = await makeAccount(server, 'checker');
  server.clock.advance(HOUR);
  await confirmSession(server, admin);
});

const as = ({ token }: TestAccount) => callerFor(server, token);
const later = (ms: number) => server.clock.advance(ms);

/** A decision through the procedure that the screen uses. */
async function decide(by: TestAccount, id: number, status: 'approved' | 'rejected') {
  const { results } = await as(by).reviews.decideMany({ sales: [{ id }], status });
  const [result] = results;
  if (!result?.ok) throw new Error(`Sale ${id} could not be decided: ${JSON.stringify(result)}`);
  return result;
}

async function figuresOf({ user }: TestAccount, since?: string): Promise<Reviewer | undefined> {
  const { data } = await as(admin).reviewerAudit.reviewers({ ...(since && { since }) });
  return data.find(({ user_id }) => user_id === user.user_id);
}

const serviceAs = (actor: Actor) => server.services(actor).reviewerAudit;

async function finish(runId: number): Promise<ReturnRun[]> {
  const steps: ReturnRun[] = [];
  for await (const step of continueReturn(serviceAs, runId)) steps.push(step);
  return steps;
}

const since = () => new Date(server.clock.now().getTime() - HOUR).toISOString();
const start = async () => {
  await confirmSession(server, admin);
  return as(admin).reviewerAudit.start({ reviewer_id: checker.user.user_id, since: since() });
};
const suspend = async () => {
  await confirmSession(server, admin);
  return as(admin).admin.suspend({
    id: checker.user.user_id,
    reason: 'Approved faulty sales',
    return_since: since(),
    reject_pending: false,
  });
};

const returnsOf = (ids: number[]) =>
  server.sql<{ sale_id: number; actor_name: string; actor_id: number; notes: string }>(
    `select sale_id, actor_name, actor_id, notes from sale_event where type = 'returned' and sale_id = any(?)
     order by sale_id`,
    [`{${ids.join()}}`],
  );

const statuses = async (ids: number[]) => {
  const rows = await server.sql<{ status: string; sales: number }>(
    'select status, count(*)::int as sales from sale where sale_id = any(?) group by status',
    [`{${ids.join()}}`],
  );
  return Object.fromEntries(rows.map(({ status, sales }) => [status, sales]));
};

describe('the figures of a reviewer', () => {
  it('are zero before the first decision', async () => {
    expect(await figuresOf(checker)).toEqual({
      user_id: checker.user.user_id,
      username: checker.user.username,
      role: 'checker',
      account_status: 'Active',
      decisions: 0,
      approved: 0,
      rejected: 0,
      overturned: 0,
      overturned_share: null,
      median_wait_seconds: null,
      median_seconds: null,
      last_decision: null,
    });
  });

  it('contain decisions, how long sales waited, and the time between decisions of one sitting', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await makeSale(server));
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = ids;
    later(100 * SECOND);
    await decide(checker, first, 'approved');
    later(10 * SECOND);
    await decide(checker, second, 'rejected');
    later(30 * SECOND);
    await decide(checker, third, 'approved');
    later(LIMITS.review.sittingMinutes * MINUTE);
    await decide(checker, fourth, 'approved');
    // Another sitting: the pause before it does not count.
    later(LIMITS.review.sittingMinutes * MINUTE + SECOND);
    await decide(checker, fifth, 'rejected');
    expect(await figuresOf(checker)).toMatchObject({
      decisions: 5,
      approved: 3,
      rejected: 2,
      overturned: 0,
      overturned_share: 0,
      median_wait_seconds: 140,
      median_seconds: 30,
      last_decision: server.clock.now().toISOString(),
    });
  });

  it('exclude undone decisions', async () => {
    const id = await makeSale(server);
    later(10 * SECOND);
    const { version } = await decide(checker, id, 'rejected');
    later(SECOND);
    await as(checker).reviews.undo({ sales: [{ id, version }] });
    expect(await figuresOf(checker)).toMatchObject({ decisions: 0, last_decision: null });
    later(20 * SECOND);
    await decide(checker, id, 'approved');
    expect(await figuresOf(checker)).toMatchObject({
      decisions: 1,
      approved: 1,
      rejected: 0,
      overturned: 0,
      median_wait_seconds: 31,
    });
  });

  it('count decisions as overturned when another person returned or permanently deleted the sale', async () => {
    const [returned, deleted, restored, kept] = [
      await makeSale(server),
      await makeSale(server),
      await makeSale(server),
      await makeSale(server),
    ];
    for (const id of [returned, restored, kept]) await decide(checker, id, 'approved');
    await decide(checker, deleted, 'rejected');
    later(HOUR);
    await as(admin).reviews.return({ id: returned });
    await as(admin).admin.deleteItem({ id: deleted });
    await as(admin).admin.deleteItem({ id: restored });
    await as(admin).reviews.restore({ id: restored });
    expect(await figuresOf(checker)).toMatchObject({
      decisions: 4,
      overturned: 2,
      overturned_share: 0.5,
    });
    // Later decisions of others do not count.
    later(HOUR);
    await decide(admin, returned, 'rejected');
    const other = await makeAccount(server, 'admin');
    await as(other).reviews.return({ id: returned });
    expect(await figuresOf(checker)).toMatchObject({ decisions: 4, overturned: 2 });
    expect(await figuresOf(admin)).toMatchObject({
      decisions: 1,
      overturned: 1,
      median_wait_seconds: 3600,
    });
  });

  it("do not count a reviewer's own changes as overturned", async () => {
    const id = await makeSale(server);
    await decide(admin, id, 'approved');
    later(HOUR);
    await as(admin).reviews.return({ id });
    const gone = await makeSale(server, { status: 'pending' });
    await decide(admin, gone, 'approved');
    await as(admin).admin.deleteItem({ id: gone });
    expect(await figuresOf(admin)).toMatchObject({ decisions: 2, overturned: 0 });
  });

  it('can start at a day, and include former reviewers', async () => {
    const early = await makeSale(server);
    await decide(checker, early, 'approved');
    later(48 * HOUR);
    const late = await makeSale(server);
    await decide(checker, late, 'approved');
    const today = server.clock.now().toISOString().slice(0, 10);
    expect(await figuresOf(checker)).toMatchObject({ decisions: 2 });
    expect(await figuresOf(checker, today)).toMatchObject({ decisions: 1 });
    await confirmSession(server, admin);
    await as(admin).admin.setRole({ id: checker.user.user_id, role: 'user' });
    expect(await figuresOf(checker, today)).toMatchObject({ role: 'user', decisions: 1 });
    later(48 * HOUR);
    const nextDay = server.clock.now().toISOString().slice(0, 10);
    expect(await figuresOf(checker, nextDay)).toBeUndefined();
  });
});

describe('a return of approvals', () => {
  it('has a preview; both cover only approvals still in effect', async () => {
    await makeApprovals(server, checker, 2, new Date(server.clock.now().getTime() - HOUR - 1));
    const ids = await makeApprovals(server, checker, 5, new Date(server.clock.now().getTime() - HOUR));
    await makeApprovals(server, await makeAccount(server, 'checker'), 3);
    await as(admin).reviews.return({ id: ids[0] ?? 0 });
    await as(admin).admin.deleteItem({ id: ids[1] ?? 0 });
    await decide(checker, await makeSale(server), 'rejected');
    const reviewer_id = checker.user.user_id;
    const seen = { username: checker.user.username, approvals: 3 };
    expect(await as(admin).reviewerAudit.preview({ reviewer_id, since: since() })).toEqual(seen);
    expect(await statuses(ids)).toEqual({ approved: 4, pending: 1 });
    const { run_id } = await start();
    await finish(run_id);
    // Not the deleted one.
    expect(await statuses(ids)).toEqual({ approved: 1, pending: 4 });
  });

  it("covers the reviewer's own submissions that skipped review, but no imports", async () => {
    const { settings } = server.services();
    await settings.set('skip_review_enabled', 'true');
    const skipped = await makeSale(server, { by: checker });
    const ofOther = await makeSale(server, { by: admin });
    await settings.set('skip_review_enabled', 'false');
    const imported = await makeSale(server, { by: checker, status: 'approved' });
    await server.sql(`update sale set import_key = 'line 1' where sale_id = ?`, [imported]);
    expect(await statuses([skipped, ofOther, imported])).toEqual({ approved: 3 });
    const run = await start();
    expect(run).toMatchObject({ total: 1 });
    await finish(run.run_id);
    expect(await statuses([skipped])).toEqual({ pending: 1 });
    expect(await statuses([ofOther, imported])).toEqual({ approved: 2 });
  });

  it('interprets a day as its midnight in UTC', async () => {
    const day = server.clock.now().toISOString().slice(0, 10);
    await makeApprovals(server, checker, 1, new Date(`${day}T00:00:00Z`));
    await makeApprovals(server, checker, 1, new Date(new Date(`${day}T00:00:00Z`).getTime() - 1));
    const reviewer_id = checker.user.user_id;
    expect(await as(admin).reviewerAudit.preview({ reviewer_id, since: day })).toMatchObject({
      approvals: 1,
    });
    await expect(as(admin).reviewerAudit.preview({ reviewer_id, since: '2026-13-01' })).rejects.toThrow(
      'since must be a date like 2026-03-12 or a date and time',
    );
  });

  it('returns sales in batches as the requester, and reports its progress', async () => {
    const { returnBatch } = LIMITS.review;
    const ids = await makeApprovals(server, checker, returnBatch + 20);
    const others = await makeApprovals(server, await makeAccount(server, 'checker'), 2);
    const run = await start();
    expect(run).toMatchObject({
      reviewer: checker.user.username,
      suspended: false,
      requested_by: admin.user.username,
      status: 'waiting',
      total: ids.length,
      returned: 0,
      finished: null,
    });
    later(MINUTE);
    const steps = await finish(run.run_id);
    expect(steps.map(({ status, returned }) => [status, returned])).toEqual([
      ['running', returnBatch],
      ['done', ids.length],
    ]);
    expect(await as(admin).reviewerAudit.run({ run_id: run.run_id })).toEqual({
      ...run,
      status: 'done',
      returned: ids.length,
      finished: server.clock.now().toISOString(),
    });
    expect((await as(admin).reviewerAudit.runs({})).data[0]).toMatchObject({
      run_id: run.run_id,
      status: 'done',
    });
    expect(await statuses(ids)).toEqual({ pending: ids.length });
    expect(await statuses(others)).toEqual({ approved: 2 });
    const events = await returnsOf(ids);
    expect(events.map(({ sale_id }) => sale_id)).toEqual(ids);
    expect(events[0]).toMatchObject({ actor_id: admin.user.user_id });
    expect(events[0]?.notes).toMatch(/^All approvals by this reviewer since \S+ return to review\.$/);
    expect(await figuresOf(checker)).toMatchObject({ overturned: ids.length, overturned_share: 1 });
    // Another call has nothing left to do, or to give up.
    await server.services().reviewerAudit.giveUp(run.run_id);
    expect(await finish(run.run_id)).toMatchObject([{ status: 'done' }]);
    expect(await returnsOf(ids)).toHaveLength(ids.length);
  });

  it('keeps approvals made after the request', async () => {
    await makeApprovals(server, checker, 1);
    const run = await start();
    later(SECOND);
    const id = await makeSale(server);
    await decide(checker, id, 'approved');
    expect((await finish(run.run_id)).at(-1)).toMatchObject({ status: 'done', total: 1, returned: 1 });
    expect(await statuses([id])).toEqual({ approved: 1 });
  });

  it('is completed although its requester is no longer an admin', async () => {
    const ids = await makeApprovals(server, checker, 1);
    const former = await makeAccount(server, 'admin');
    const request = { reviewer_id: checker.user.user_id, since: since() };
    const { run_id } = await as(former).reviewerAudit.start(request);
    await confirmSession(server, admin);
    await as(admin).admin.setRole({ id: former.user.user_id, role: 'user' });
    expect((await finish(run_id)).at(-1)).toMatchObject({ status: 'done', returned: 1 });
    expect(await returnsOf(ids)).toMatchObject([{ actor_id: former.user.user_id }]);
  });

  it('returns each sale once when several processes work on it', async () => {
    const ids = await makeApprovals(server, checker, 3 * LIMITS.review.returnBatch + 7);
    const { run_id } = await start();
    const steps = await Promise.all([finish(run_id), finish(run_id), finish(run_id)]);
    for (const of of steps) expect(of.at(-1)).toMatchObject({ status: 'done', returned: ids.length });
    expect((await returnsOf(ids)).map(({ sale_id }) => sale_id)).toEqual(ids);
  });

  it('cannot start while another one for the reviewer is unfinished', async () => {
    await makeApprovals(server, checker, 1);
    const { run_id } = await start();
    await expect(suspend()).rejects.toMatchObject({
      cause: { kind: 'conflict', code: 'RETURN_UNDER_WAY' },
    });
    // The suspension is rolled back too, and not logged.
    expect(await figuresOf(checker)).toMatchObject({ account_status: 'Active' });
    const logged = server.log.lines.filter(({ target }) => target === checker.user.username);
    expect(logged.map(({ action }) => action)).toEqual(['account.created', 'approvals.return-started']);
    await finish(run_id);
    await expect(start()).resolves.toMatchObject({ total: 0, status: 'waiting' });
  });

  it('starts once when requested twice at the same time', async () => {
    await makeApprovals(server, checker, 1);
    const started = await Promise.allSettled([start(), suspend(), start()]);
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('can be followed by another one after it was aborted', async () => {
    const ids = await makeApprovals(server, checker, LIMITS.review.returnBatch + 1);
    const { run_id } = await start();
    await server.services(admin.actor).reviewerAudit.returnNext(run_id);
    await server.services().reviewerAudit.giveUp(run_id);
    const [failed] = (await as(admin).reviewerAudit.runs({})).data;
    expect(failed).toMatchObject({ status: 'failed', returned: LIMITS.review.returnBatch });
    expect(isInProgress(failed?.status ?? 'running')).toBe(false);
    // A late job does not continue it.
    expect(await server.services(admin.actor).reviewerAudit.returnNext(run_id)).toEqual(failed);
    const next = await start();
    expect(next).toMatchObject({ total: 1 });
    await finish(next.run_id);
    expect(await returnsOf(ids)).toHaveLength(ids.length);
  });

  it('with a suspension covers approvals since the given moment, and records an audit event with the requester', async () => {
    await makeApprovals(server, checker, 3);
    await makeApprovals(server, checker, 2, new Date(server.clock.now().getTime() - HOUR - 1));
    const { run } = await suspend();
    expect(await figuresOf(checker)).toMatchObject({ account_status: 'Suspended' });
    await expect(as(checker).reviews.counts({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const [trace] = await server.sql(
      `select actor_name, target, detail from audit_event where action = 'approvals.return-started'
       order by event_id desc limit 1`,
    );
    expect(trace).toMatchObject({
      actor_name: admin.user.username,
      target: checker.user.username,
      detail: { run_id: run?.run_id, approvals: 3, suspended: true },
    });
    const [enqueued] = await server.sql<{ jobs: number }>(
      `select count(*)::int as jobs from outbox where job = 'reviews.return-approvals' and payload = ?::jsonb`,
      [JSON.stringify({ run_id: run?.run_id })],
    );
    expect(enqueued).toEqual({ jobs: 1 });
  });

  it('with a suspension covers an approval by a process whose clock is ahead', async () => {
    const ids = await makeApprovals(server, checker, 2, new Date(server.clock.now().getTime() + SECOND));
    const { run } = await suspend();
    expect((await finish(run?.run_id ?? 0)).at(-1)).toMatchObject({ status: 'done', total: 2, returned: 2 });
    expect(await statuses(ids)).toEqual({ pending: 2 });
  });

  it('with a suspension keeps approvals made after a later activation', async () => {
    await makeApprovals(server, checker, 1);
    const { run } = await suspend();
    later(SECOND);
    await server.services(admin.actor).accounts.setStatus(checker.user.user_id, 'Active');
    const [id = 0] = await makeApprovals(server, checker, 1);
    expect((await finish(run?.run_id ?? 0)).at(-1)).toMatchObject({ status: 'done', returned: 1 });
    expect(await statuses([id])).toEqual({ approved: 1 });
  });

  it('is refused for the own account and an unknown one', async () => {
    const request = { since: since() };
    await expect(
      as(admin).reviewerAudit.start({ ...request, reviewer_id: admin.user.user_id }),
    ).rejects.toMatchObject({ cause: { kind: 'conflict', code: 'OWN_ACCOUNT' } });
    await expect(as(admin).reviewerAudit.start({ ...request, reviewer_id: 999_999 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      as(admin).reviewerAudit.preview({ reviewer_id: 999_999, since: since() }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(as(admin).reviewerAudit.run({ run_id: 999_999 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
