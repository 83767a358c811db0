import { beforeEach, describe, expect, it } from 'vitest';
import { REPORT_REASONS, type ReportDecision } from '../../../contract/reports/report-values.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { MESSAGES } from '../../../contract/shared/messages.ts';
import {
  makeAccount,
  makeSale,
  type StoredSale,
  type TestAccount,
} from '../../../testing/accounts/factories.ts';
import { testAccount } from '../../../testing/accounts/test-account.ts';
import { callerFor } from '../../../testing/clients/callers.ts';
import { settleFlags } from '../../../testing/market/flags.ts';
import { report } from '../../../testing/market/reports.ts';
import { recordEvents } from '../../../testing/run/recorded-events.ts';
import { testServer } from '../../../testing/run/server.ts';

const server = testServer();
const recordedEvents = recordEvents(server);

let player: TestAccount;
const submitter = testAccount(server);
const checker = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');

const as = ({ token }: TestAccount) => callerFor(server, token);
const approved = (sale: StoredSale = {}) => makeSale(server, { by: submitter, status: 'approved', ...sale });
const decide = (id: number, outcome: ReportDecision, more: object = {}, by = checker) =>
  as(by).reports.decide({ id, outcome, ...more });
const mine = async (by = player) => (await as(by).reports.mine({})).data;
const inboxOf = async (account: TestAccount) =>
  (await as(account).inbox.list({})).data.map(({ kind, sale_id, data }) => ({ kind, sale_id, data }));
const inReview = async (id: number, by = admin) => (await as(by).reviews.detail({ id })).reports;
const reportedIds = async (by = checker) =>
  (await as(by).reviews.list({ scope: 'reported', limit: 100 })).data.map(({ sale_id }) => sale_id);
beforeEach(async () => {
  await server.sql('delete from sale_report');
  player = await makeAccount(server);
});

describe('reporting a sale', () => {
  it.each(REPORT_REASONS)('for %s reaches the reviewers with its evidence', async (reason) => {
    const id = await approved();
    const comment = 'The thread shows 2,000,000.\nSee the last page.';
    const own = await as(player).reports.create({ sale_id: id, reason, comment });
    const reported_at = server.clock.now().toISOString();
    const waiting = { outcome: null, decided_at: null, decision_comment: null };
    expect(own).toEqual({
      report_id: expect.any(Number),
      sale_id: id,
      kind: 'item',
      name: 'Master Ball',
      reason,
      comment,
      duplicate_of: null,
      reported_at,
      ...waiting,
    });
    expect(await mine()).toEqual([own]);
    const { sale_id: _, kind: __, name: ___, ...shared } = own;
    expect(await inReview(id)).toEqual({
      total: 1,
      open: 1,
      last_open: own.report_id,
      data: [
        {
          ...shared,
          by: player.user.username,
          by_submitter: false,
          record: { upheld: 0, decided: 0 },
          changed_since: false,
          decided_by: null,
        },
      ],
    });
    const { data } = await as(checker).reviews.list({ scope: 'reported' });
    const open = { total: 1, reasons: [{ reason, reports: 1 }] };
    expect(data).toMatchObject([{ sale_id: id, status: 'approved', reports: open }]);
  });

  it.each(REPORT_REASONS.filter((reason) => reason !== 'duplicate' && reason !== 'dead_proof'))(
    'for %s needs a comment',
    async (reason) => {
      const sale_id = await approved();
      for (const comment of [undefined, null, ' \n '])
        await expect(as(player).reports.create({ sale_id, reason, comment })).rejects.toThrow(
          'Please describe what is wrong',
        );
    },
  );

  it('for a dead proof needs a sale with a proof', async () => {
    const sale_id = await approved({ proof_url: null });
    await expect(as(player).reports.create({ sale_id, reason: 'dead_proof' })).rejects.toThrow(
      'This sale has no proof',
    );
    expect(await mine()).toEqual([]);
  });

  it('names the other sale of a duplicate, which has to be in the market', async () => {
    const [sale_id, other, pending] = [await approved(), await approved(), await makeSale(server)];
    const removed = await approved();
    await as(admin).admin.deleteItem({ id: removed });
    const duplicate = (duplicate_of: number) =>
      as(player).reports.create({ sale_id, reason: 'duplicate', duplicate_of });
    await expect(duplicate(sale_id)).rejects.toThrow('not a duplicate of itself');
    for (const hidden of [pending, removed, 2_000_000_000])
      await expect(duplicate(hidden)).rejects.toThrow(`There is no sale ${hidden} in the market history`);
    await expect(
      as(player).reports.create({ sale_id, reason: 'dead_proof', duplicate_of: other }),
    ).rejects.toThrow('Only a report of a duplicate can name another sale');
    expect(await duplicate(other)).toMatchObject({ duplicate_of: other });
  });

  it.each(['<script>alert(1)</script>', '=cmd|1', '‮reversed', '💸'])('keeps %j as it is', async (comment) => {
    const sale_id = await approved();
    await as(player).reports.create({ sale_id, reason: 'wrong_price', comment });
    expect((await inReview(sale_id)).data[0]?.comment).toBe(comment);
  });

  it('limits the length of the comment and its characters', async () => {
    const sale_id = await approved();
    const sent = (comment: string) => as(player).reports.create({ sale_id, reason: 'wrong_price', comment });
    await expect(sent('a'.repeat(LIMITS.reportComment.max + 1))).rejects.toThrow('at most 500 characters');
    await expect(sent('a\u0007b')).rejects.toThrow('not allowed');
    expect(await sent('é'.repeat(LIMITS.reportComment.max))).toMatchObject({ outcome: null });
  });

  it('is not possible for a sale that is pending, rejected or deleted', async () => {
    const removed = await approved();
    await as(admin).admin.deleteItem({ id: removed });
    for (const id of [await makeSale(server), await approved({ status: 'rejected' }), removed, 2_000_000_000])
      await expect(report(server, id, { by: player })).rejects.toThrow('There is no such sale');
  });

  it('twice is one report; another one by the same account waits for its decision', async () => {
    const sale_id = await approved();
    const sent = { sale_id, reason: 'wrong_price', comment: 'It was 2m.' } as const;
    const answers = await Promise.all([1, 2, 3].map(() => as(player).reports.create(sent)));
    expect(new Set(answers.map(({ report_id }) => report_id)).size).toBe(1);
    await expect(as(player).reports.create({ ...sent, comment: 'No, 3m.' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await report(server, sale_id);
    expect(await inReview(sale_id)).toMatchObject({ total: 2, open: 2 });
  });

  it('is possible for the submitter too, which reviewers see', async () => {
    const id = await approved();
    await report(server, id, { by: submitter });
    expect((await inReview(id)).data).toMatchObject([{ by_submitter: true }]);
  });

  describe('is limited by the number of reports that wait', () => {
    const withOpen = async (open: number) => {
      for (let made = 0; made < open; made += 1)
        await server.sql(
          `insert into sale_report (sale_id, sale_version, reporter_id, reason) values (?, 1, ?, 'dead_proof')`,
          [await approved(), player.user.user_id],
        );
    };

    it('to 20', async () => {
      await withOpen(LIMITS.reports.open);
      await expect(report(server, await approved(), { by: player })).rejects.toThrow(
        'You have 20 open reports',
      );
    });

    it('also when several are sent at once', async () => {
      await withOpen(LIMITS.reports.open - 2);
      const sales = await Promise.all(Array.from({ length: 6 }, () => approved()));
      const sent = await Promise.allSettled(sales.map((id) => report(server, id, { by: player })));
      expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(await mine()).toHaveLength(LIMITS.reports.open);
    });
  });
});

describe('reviewers', () => {
  it('see the sales whose reporters were right most often first', async () => {
    const [reliable, wrong] = [player, await makeAccount(server)];
    for (let n = 0; n < 3; n += 1) {
      const [right, dismissed] = [await approved(), await approved()];
      await report(server, right, { by: reliable });
      await decide(right, 'returned');
      await report(server, dismissed, { by: wrong });
      await decide(dismissed, 'dismissed');
    }
    const [byReliable, byNew, byWrong, byBoth] = [
      await approved(),
      await approved(),
      await approved(),
      await approved(),
    ];
    await report(server, byReliable, { by: reliable });
    await report(server, byNew);
    await report(server, byWrong, { by: wrong });
    await report(server, byBoth, { by: reliable, reason: 'duplicate' });
    await report(server, byBoth, { by: wrong });
    expect(await reportedIds()).toEqual([byBoth, byReliable, byNew, byWrong]);
    // A report of a deleted account counts as that of a new one.
    await server.sql('update sale_report set reporter_id = null where sale_id = ?', [byNew]);
    expect(await reportedIds()).toEqual([byBoth, byReliable, byNew, byWrong]);

    const { data } = await inReview(byBoth);
    expect(data.map(({ by, record }) => ({ by, record }))).toEqual([
      { by: reliable.user.username, record: { upheld: 3, decided: 3 } },
      { by: wrong.user.username, record: { upheld: 0, decided: 3 } },
    ]);
    const [first] = (await as(checker).reviews.list({ scope: 'reported' })).data;
    expect(first?.reports).toMatchObject({ total: 2 });
    expect((await as(checker).reviews.counts({})).reported).toBe(4);
  });

  it('see the newest report first where they count the same', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 4; n += 1) ids.push(await approved());
    const [first = 0, ...others] = ids;
    for (const id of [...others, first]) await report(server, id, { by: player });
    expect(await reportedIds()).toEqual([first, ...others.toReversed()]);
  });

  it('see how many of the latest reports of a reporter were right', async () => {
    const [earlier, id] = [await approved(), await approved()];
    const { record } = LIMITS.reports;
    for (const [outcome, count] of [
      ['returned', 3],
      ['deleted', 1],
      ['dismissed', record - 1],
    ] as const)
      await server.sql(
        `insert into sale_report (sale_id, sale_version, reporter_id, reason, outcome, decided_at)
         select ?, 1, ?, 'dead_proof', ?, now() from generate_series(1, ?)`,
        [earlier, player.user.user_id, outcome, count],
      );
    await report(server, id, { by: player });
    expect((await inReview(id)).data).toMatchObject([{ record: { upheld: 1, decided: record } }]);
  });

  it('do not see reports of their own submissions, unless they are admins', async () => {
    const own = await approved({ by: checker });
    await report(server, own);
    const seenBy = async (account: TestAccount) => {
      const all = await as(account).reviews.list({ scope: 'all', limit: 100 });
      const detail = await as(account).reviews.detail({ id: own });
      return {
        reported: await reportedIds(account),
        count: (await as(account).reviews.counts({})).reported,
        inAll: all.data.find(({ sale_id }) => sale_id === own)?.reports?.total,
        ofSale: detail.sale.reports?.total,
        reports: detail.reports.total,
      };
    };
    const none = { inAll: undefined, ofSale: undefined, reports: 0 };
    expect(await seenBy(checker)).toEqual({ reported: [], count: 0, ...none });
    expect(await seenBy(admin)).toEqual({ reported: [own], count: 1, inAll: 1, ofSale: 1, reports: 1 });
    await expect(decide(own, 'dismissed')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are notified at once of a new report and of its decision, but not of their own sales', async () => {
    const id = await approved();
    await recordedEvents.take();
    await report(server, id);
    const changed = { type: 'reports.changed', sale_id: id, submitted_by: submitter.user.user_id };
    expect(await recordedEvents.take()).toContainEqual(changed);
    await decide(id, 'dismissed');
    expect(await recordedEvents.take()).toContainEqual(changed);
  });
});

describe('a decision', () => {
  it('dismisses all reports of the sale, which stays in the market', async () => {
    const id = await approved();
    const others = await makeAccount(server);
    await report(server, id, { by: player });
    await report(server, id, { by: others });
    const answer = await decide(id, 'dismissed', { comment: 'The proof shows this price.' });
    expect(answer).toMatchObject({ decided: 2, sale: { sale_id: id, status: 'approved' } });
    const outcome = {
      outcome: 'dismissed',
      decided_at: server.clock.now().toISOString(),
      decision_comment: 'The proof shows this price.',
    };
    for (const reporter of [player, others]) {
      expect(await mine(reporter)).toMatchObject([outcome]);
      expect(await inboxOf(reporter)).toEqual([
        {
          kind: 'report_outcome',
          sale_id: id,
          data: { name: 'Master Ball', outcome: 'dismissed', comment: 'The proof shows this price.' },
        },
      ]);
    }
    const decided = { ...outcome, decided_by: checker.user.username };
    expect(await inReview(id)).toMatchObject({ open: 0, last_open: null, data: [decided, decided] });
    expect(await reportedIds()).toEqual([]);
  });

  it('returns the sale to review, where it is flagged with the reports', async () => {
    const id = await approved();
    await report(server, id, { reason: 'wrong_price', comment: 'It was 2m.', by: player });
    await report(server, id, { reason: 'wrong_price', comment: 'Two million.' });
    await report(server, id);
    const { sale } = await decide(id, 'returned', { comment: 'Looks wrong.' });
    expect(sale).toMatchObject({ status: 'pending', version: 3 });
    await settleFlags(server.scope());
    const { sale: returned, history } = await as(checker).reviews.detail({ id });
    const reasons = [
      { reason: 'wrong_price', reports: 2 },
      { reason: 'dead_proof', reports: 1 },
    ];
    expect(returned.flags).toContainEqual({ flag: 'reported', reasons });
    expect(history.at(-1)).toMatchObject({
      type: 'returned',
      by: checker.user.username,
      notes: 'Reported: Wrong price (2), Dead proof. Looks wrong.',
    });
    expect(await mine()).toMatchObject([{ outcome: 'returned', decision_comment: 'Looks wrong.' }]);
  });

  it('flags only what was reported since the last approval', async () => {
    const id = await approved();
    await report(server, id);
    await decide(id, 'returned');
    server.clock.advance(60_000);
    await as(checker).items.setStatus({ id, status: 'approved' });
    await as(admin).reviews.return({ id });
    await settleFlags(server.scope());
    const { flags } = (await as(checker).reviews.detail({ id })).sale;
    expect(flags.map(({ flag }) => flag)).not.toContain('reported');
  });

  it('flags them again after an approval that was undone', async () => {
    const id = await approved();
    await report(server, id);
    await decide(id, 'returned');
    server.clock.advance(60_000);
    await as(checker).items.setStatus({ id, status: 'approved' });
    await as(checker).reviews.undo({ sales: [{ id }] });
    await settleFlags(server.scope());
    const { flags } = (await as(checker).reviews.detail({ id })).sale;
    expect(flags.map(({ flag }) => flag)).toContain('reported');
  });

  it('flags also reports of an approval that was undone', async () => {
    const id = await makeSale(server, { by: submitter });
    await as(checker).items.setStatus({ id, status: 'approved' });
    server.clock.advance(1_000);
    await report(server, id);
    await as(checker).reviews.undo({ sales: [{ id }] });
    await settleFlags(server.scope());
    const { flags } = (await as(checker).reviews.detail({ id })).sale;
    expect(flags.map(({ flag }) => flag)).toContain('reported');
  });

  it('states that the sale was corrected, once it was', async () => {
    const id = await approved();
    await report(server, id, { by: player, reason: 'wrong_price', comment: 'It was 2m.' });
    await expect(decide(id, 'corrected')).rejects.toThrow('has not been changed');
    await as(admin).admin.editItem({ id, price: 2_000_000 });
    expect((await inReview(id)).data).toMatchObject([{ changed_since: true, outcome: null }]);
    await decide(id, 'corrected');
    expect((await inReview(id)).data).toMatchObject([{ changed_since: false, outcome: 'corrected' }]);
    expect(await mine()).toMatchObject([{ outcome: 'corrected' }]);
    expect(await inboxOf(player)).toMatchObject([{ sale_id: id, data: { outcome: 'corrected' } }]);
    expect((await as(player).market.sale({ id })).price).toBe(2_000_000);
  });

  it('is made once, and the second reviewer learns who was first', async () => {
    const id = await approved();
    await report(server, id);
    const rival = await makeAccount(server, 'checker');
    const outcomes = await Promise.allSettled([
      decide(id, 'returned'),
      decide(id, 'dismissed', {}, rival),
      decide(id, 'dismissed', {}, admin),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await inReview(id)).data).toHaveLength(1);
    const last = await approved();
    await report(server, last);
    await decide(last, 'dismissed');
    await expect(decide(last, 'dismissed', {}, rival)).rejects.toMatchObject({
      cause: { code: 'NO_OPEN_REPORTS', extras: { decided: { by: checker.user.username } } },
    });
  });

  it('is refused when the sale or its reports have changed since the reviewer saw them', async () => {
    const id = await approved();
    const { report_id: last_report } = await report(server, id);
    await report(server, id);
    await expect(decide(id, 'dismissed', { last_report })).rejects.toThrow('reported this sale again');
    await as(admin).admin.editItem({ id, price: 2_000_000 });
    await expect(decide(id, 'dismissed', { version: 2 })).rejects.toThrow(MESSAGES.saleChanged);
    expect(await decide(id, 'dismissed', { version: 3, last_report: 2_147_483_647 })).toMatchObject({
      decided: 2,
    });
  });

  it('is not for the checker who reported the sale; an admin may', async () => {
    const [id, other] = [await approved(), await approved()];
    await report(server, id, { by: checker });
    await expect(decide(id, 'returned')).rejects.toThrow('another reviewer has to decide');
    await report(server, other, { by: admin });
    expect(await decide(other, 'returned', {}, admin)).toMatchObject({ decided: 1 });
  });

  it('that dismissed a report holds for its reporter until the sale changes', async () => {
    const id = await approved();
    await report(server, id, { by: player });
    await decide(id, 'dismissed');
    await expect(report(server, id, { by: player })).rejects.toThrow('dismissed your report');
    await report(server, id);
    await decide(id, 'dismissed');
    await as(admin).admin.editItem({ id, price: 7 });
    expect(await report(server, id, { by: player })).toMatchObject({ outcome: null });
  });
});

describe('open reports end when the sale leaves the market by other means', () => {
  it.each<[string, string, (id: number) => Promise<unknown>]>([
    ['deleted', 'deleted', (id) => as(admin).admin.deleteItem({ id })],
    ['returned by an admin', 'returned', (id) => as(admin).reviews.return({ id, reason: 'hm' })],
    ['rejected by an admin', 'returned', (id) => as(admin).admin.editItem({ id, status: 'rejected' })],
    [
      'returned with the other approvals of its reviewer',
      'returned',
      (id) => {
        const { scope, saleTransitions } = server.services();
        return scope.em.transactional(async () => {
          const sales = [...(await saleTransitions.lock([id])).values()];
          await saleTransitions.returnToReview(sales, 'A faulty reviewer');
        });
      },
    ],
  ])('%s', async (_what, outcome, change) => {
    const id = await approved();
    await report(server, id, { by: player });
    await change(id);
    expect(await mine()).toMatchObject([{ outcome, decision_comment: null }]);
    expect(await inboxOf(player)).toMatchObject([{ data: { name: 'Master Ball', outcome, comment: null } }]);
    expect((await inReview(id)).data).toMatchObject([{ outcome, decided_by: null }]);
    expect(await reportedIds(admin)).toEqual([]);
  });

  it('with a decision that is undone', async () => {
    const id = await makeSale(server, { by: submitter });
    await as(checker).items.setStatus({ id, status: 'approved' });
    await report(server, id, { by: player });
    await as(checker).reviews.undo({ sales: [{ id }] });
    expect(await mine()).toMatchObject([{ outcome: 'returned' }]);
  });

  it('but not when it is edited, and then they stay open', async () => {
    const id = await approved();
    await report(server, id, { by: player });
    await as(admin).admin.editItem({ id, price: 7 });
    expect(await mine()).toMatchObject([{ outcome: null }]);
  });

  it('also while it is being reported', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await approved();
      await Promise.allSettled([
        report(server, id, { by: player }),
        as(admin).admin.deleteItem({ id }),
        report(server, id),
      ]);
      expect((await inReview(id)).open).toBe(0);
    }
  });
});

describe('accounts', () => {
  it('that are deleted leave their reports without a name', async () => {
    const id = await approved();
    await report(server, id, { by: player, reason: 'wrong_price', comment: 'It was 2m.' });
    await server.services(player.actor).accountRemoval.removeOwn(player.user.username);
    expect((await inReview(id)).data).toMatchObject([{ by: null, comment: 'It was 2m.' }]);
    expect(JSON.stringify(await inReview(id))).not.toContain(player.user.username);
  });

  it('that are deleted leave their decisions without a name', async () => {
    const former = await makeAccount(server, 'checker');
    const id = await approved();
    await report(server, id, { by: player });
    await decide(id, 'dismissed', {}, former);
    await server.services(former.actor).accountRemoval.removeOwn(former.user.username);
    expect((await inReview(id)).data).toMatchObject([{ outcome: 'dismissed', decided_by: null }]);
    await expect(decide(id, 'dismissed')).rejects.toMatchObject({
      cause: { code: 'NO_OPEN_REPORTS', extras: { decided: { by: null } } },
    });
  });

  it('export their reports with the outcome, page by page', async () => {
    const id = await approved();
    const { report_id, reported_at } = await report(server, id, { by: player });
    await decide(id, 'dismissed', { comment: 'It opens.' });
    const { rows } = await as(player).account.data({ part: 'reports', after: 0 });
    expect(rows).toEqual([
      {
        report_id,
        sale_id: id,
        reason: 'dead_proof',
        comment: null,
        duplicate_of: null,
        reported_at,
        outcome: 'dismissed',
        decided_at: server.clock.now().toISOString(),
        decision_comment: 'It opens.',
      },
    ]);
    expect((await as(player).account.data({ part: 'reports', after: report_id })).rows).toEqual([]);
  });

  it('see only their own reports', async () => {
    const id = await approved();
    await report(server, id);
    expect(await mine()).toEqual([]);
    await report(server, id, { by: player });
    expect(await as(player).reports.mine({ sale_id: id })).toMatchObject({ pagination: { total: 1 } });
    expect(await as(player).reports.mine({ sale_id: id + 1 })).toMatchObject({ pagination: { total: 0 } });
  });
});
