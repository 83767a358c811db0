import { beforeEach, describe, expect, it } from 'vitest';
import { EVER } from '../../contract/review/reviewer-audit.ts';
import { zItemSubmission } from '../../contract/sale/sale.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { itemSubmission, makeAccount, makeSale, type TestAccount } from '../../testing/accounts/factories.ts';
import { isAlive, login } from '../../testing/accounts/sign-in.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { makeApprovals } from '../../testing/market/approvals.ts';
import { testServer } from '../../testing/run/server.ts';
import type { Actor } from '../actor.ts';
import { continueReturn } from '../reviewer-audit/reviewer-audit.service.ts';
import { itemDraft } from '../sales/drafts.ts';

const server = testServer();
const REASON = 'Approved faulty sales';

let admin: TestAccount;
let checker: TestAccount;

beforeEach(async () => {
  admin = await makeAccount(server, 'admin');
  checker = await makeAccount(server, 'checker');
});

const as = ({ token }: TestAccount) => callerFor(server, token);
const suspend = (options: object = {}, by = admin) =>
  as(by).admin.suspend({
    id: checker.user.user_id,
    reason: REASON,
    return_since: null,
    reject_pending: false,
    ...options,
  });

async function finish(runId: number): Promise<void> {
  const serviceAs = (actor: Actor) => server.services(actor).reviewerAudit;
  for await (const _ of continueReturn(serviceAs, runId));
}

const salesWith = (ids: readonly number[]) =>
  server.sql<{ status: string; review_notes: string | null; decided_by: number | null }>(
    'select status, review_notes, decided_by from sale where sale_id = any(?) order by sale_id',
    [`{${ids.join()}}`],
  );
const statuses = async (...ids: number[]) => (await salesWith(ids)).map(({ status }) => status);

const lastChange = async ({ user }: TestAccount) => {
  const [event] = await server.sql<{ actor_name: string; detail: object }>(
    `select actor_name, detail from audit_event where action = 'account.status-changed' and target = ?
     order by event_id desc limit 1`,
    [user.username],
  );
  return event;
};

/** Pending sales of an account, more than are rejected in one step. */
async function submitMany(by: TestAccount, count: number): Promise<void> {
  const draft = (price: number) => itemDraft(zItemSubmission.parse(itemSubmission({ price })));
  const batch = Array.from({ length: count }, (_, i) => ({
    draft: draft(1_000 + i),
    status: 'pending' as const,
    submittedBy: by.user.user_id,
    dateSubmitted: server.clock.now(),
  }));
  await server.services().saleBulk.add(batch, { by: by.actor });
}

it('is done once, however often the same admin asks for it', async () => {
  await makeApprovals(server, checker, 2);
  const asked = { seen: 'Active', return_since: EVER, reject_pending: true };
  const { user, run } = await suspend(asked);
  const first = await lastChange(checker);
  expect(await suspend(asked)).toEqual({ user, run, rejected: 0 });
  expect(await lastChange(checker)).toEqual(first);
  const other = await makeAccount(server, 'admin');
  await expect(suspend(asked, other)).rejects.toThrow('is now suspended. Nothing was saved.');
});

it('is refused where the account was suspended meanwhile, and otherwise keeps the first reason', async () => {
  await suspend({ seen: 'Active' });
  const first = await lastChange(checker);
  await expect(suspend({ seen: 'Active', reason: 'Another one' })).rejects.toThrow(
    `This has changed since you saw it: the account ${checker.user.username} is now suspended. Nothing was saved.`,
  );
  await suspend({ reason: 'Another one' });
  expect(await lastChange(checker)).toEqual(first);
});

describe('a suspension', () => {
  it.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])('with approvals returned: %s, and pending sales rejected: %s', async (returns, rejects) => {
    const [others, own] = [await makeSale(server), await makeSale(server, { by: checker })];
    const approved = await makeApprovals(server, checker, 3);
    await as(checker).reviews.decideMany({ sales: [{ id: others }], status: 'rejected' });
    const published = await makeSale(server, { by: checker });
    await as(admin).reviews.decideMany({ sales: [{ id: published }], status: 'approved' });

    const { user, run, rejected } = await suspend({
      return_since: returns ? EVER : null,
      reject_pending: rejects,
    });
    expect(user).toMatchObject({ account_status: 'Suspended', username: checker.user.username });
    expect(await isAlive(server, checker.token)).toBe(false);
    expect((await login(server, checker.user.username)).status).toBe(401);
    expect(run).toEqual(returns ? expect.objectContaining({ total: 3, suspended: true }) : null);
    expect(rejected).toBe(rejects ? 1 : 0);

    if (run) await finish(run.run_id);
    expect(await statuses(...approved)).toEqual(Array(3).fill(returns ? 'pending' : 'approved'));
    expect(await salesWith([own])).toEqual([
      rejects
        ? {
            status: 'rejected',
            review_notes: 'The account that submitted this sale was suspended.',
            decided_by: admin.user.user_id,
          }
        : { status: 'pending', review_notes: null, decided_by: null },
    ]);
    // Rejections by the account, and its published sales, stay.
    expect(await statuses(others, published)).toEqual(['rejected', 'approved']);
    expect(await lastChange(checker)).toEqual({
      actor_name: admin.user.username,
      detail: { before: 'Active', after: 'Suspended', sessions: 1, reason: REASON },
    });
  });

  it('rejects any number of pending sales', async () => {
    const count = LIMITS.review.returnBatch + 20;
    await submitMany(checker, count);
    expect(await suspend({ reject_pending: true })).toMatchObject({ rejected: count });
    expect(await as(admin).admin.user({ id: checker.user.user_id })).toMatchObject({
      submitted: { pending: 0, rejected: count },
    });
  });

  it('has nothing to return for an account without approvals', async () => {
    expect(await suspend({ return_since: EVER, reject_pending: true })).toMatchObject({
      run: null,
      rejected: 0,
    });
  });

  it('is stored completely or not at all', async () => {
    const own = await makeSale(server, { by: checker });
    await makeApprovals(server, checker, 1);
    const since = '2026-01-01';
    const other = await as(admin).reviewerAudit.start({
      reviewer_id: checker.user.user_id,
      since,
    });
    await expect(suspend({ return_since: EVER, reject_pending: true })).rejects.toMatchObject({
      cause: { kind: 'conflict', code: 'RETURN_UNDER_WAY' },
    });
    expect(await isAlive(server, checker.token)).toBe(true);
    expect(await statuses(own)).toEqual(['pending']);
    expect(await lastChange(checker)).toBeUndefined();
    await finish(other.run_id);
    await suspend({ return_since: EVER, reject_pending: true });
    expect(await statuses(own)).toEqual(['rejected']);
  });

  it.each([
    [{ reason: ' \n ' }, 'A reason is required'],
    [{ reason: undefined }, 'A reason is required'],
    [
      { reason: 'x'.repeat(LIMITS.suspensionReason.max + 1) },
      'The reason can be at most 500 characters long',
    ],
    [{ reason: 'a\u0000b' }, 'The reason contains a character that is not allowed'],
  ])('is refused with %j', async (options, message) => {
    await expect(suspend(options)).rejects.toThrow(message);
    expect(await isAlive(server, checker.token)).toBe(true);
  });

  it('is refused for the last admin', async () => {
    await server.sql(`update account set role = 'user' where role = 'admin' and user_id <> ?`, [
      admin.user.user_id,
    ]);
    await expect(
      server.services().suspensions.suspend(admin.user.user_id, {
        reason: REASON,
        return_since: null,
        reject_pending: false,
      }),
    ).rejects.toMatchObject({
      code: 'LAST_ADMIN',
    });
  });

  it('is the same for two admins at once, and rejects each sale once', async () => {
    const own = await makeSale(server, { by: checker });
    const other = await makeAccount(server, 'admin');
    const options = {
      id: checker.user.user_id,
      reason: REASON,
      return_since: null,
      reject_pending: true,
    };
    const results = await Promise.all([admin, other].map((by) => as(by).admin.suspend(options)));
    expect(results.map(({ rejected }) => rejected).toSorted()).toEqual([0, 1]);
    expect(await statuses(own)).toEqual(['rejected']);
  });
});
