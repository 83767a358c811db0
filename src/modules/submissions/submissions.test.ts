import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UNDO_MS } from '../../contract/review/review-values.ts';
import type { Resubmission } from '../../contract/sale/submissions.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import {
  itemSubmission,
  makeAccount,
  makeSale,
  type StoredSale,
  type TestAccount,
} from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';
import { addToInbox } from '../inbox/inbox.ts';

const server = testServer();

let submitter: TestAccount;
const checker = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');
beforeEach(async () => {
  submitter = await makeAccount(server);
});

const own = (by = submitter) => callerFor(server, by.token).submissions;
const submit = (sale: StoredSale = {}) => makeSale(server, { by: submitter, ...sale });
const decide = (id: number, status: 'approved' | 'rejected', review_notes: string | null = null) =>
  callerFor(server, checker.token).reviews.decideMany({ sales: [{ id }], status, review_notes });
const first = async () => (await own().list({})).data[0];

describe('a decision', () => {
  it.each(['approved', 'rejected'] as const)(
    'that was %s shows once it can no longer be undone, with its reason',
    async (status) => {
      const id = await submit();
      const at = server.clock.now().toISOString();
      await decide(id, status, 'The proof shows another price.');
      const waiting = { status: 'pending', review_notes: null, approved_by: null, decided_at: null };
      expect(await first()).toMatchObject({ sale_id: id, ...waiting });
      expect(await own().counts({})).toEqual({ pending: 1, approved: 0, rejected: 0 });

      server.clock.advance(UNDO_MS);
      expect(await first()).toMatchObject(waiting);
      server.clock.advance(1);
      expect(await first()).toMatchObject({
        kind: 'item',
        status,
        review_notes: 'The proof shows another price.',
        approved_by: status === 'approved' ? checker.user.user_id : null,
        decided_at: at,
      });
      expect(await own().counts({})).toEqual({ pending: 0, approved: 0, rejected: 0, [status]: 1 });
    },
  );

  it('that is undone was never visible', async () => {
    const id = await submit();
    await decide(id, 'rejected', 'oops');
    await callerFor(server, checker.token).reviews.undo({ sales: [{ id }] });
    server.clock.advance(UNDO_MS + 1);
    expect(await first()).toMatchObject({ status: 'pending', review_notes: null, decided_at: null });
  });

  it('that is returned to review is pending again at once', async () => {
    const id = await submit();
    await decide(id, 'approved', 'fine');
    server.clock.advance(UNDO_MS + 1);
    await callerFor(server, admin.token).reviews.return({ id });
    expect(await first()).toMatchObject({ status: 'pending', review_notes: null, decided_at: null });
  });

  it('of the skip-review setting is visible at once', async () => {
    const settings = callerFor(server, admin.token).admin;
    await settings.setSetting({ key: 'skip_review_enabled', value: 'true' });
    await submit({ by: admin });
    await settings.setSetting({ key: 'skip_review_enabled', value: 'false' });
    const decided_at = server.clock.now().toISOString();
    expect((await own(admin).list({})).data[0]).toMatchObject({ status: 'approved', decided_at });
  });
});

it('one submission is shown to its submitter only, and not once it is deleted', async () => {
  const id = await submit({ kind: 'pokemon' });
  await decide(id, 'rejected', 'The proof shows another price.');
  expect(await own().byId({ id })).toMatchObject({ sale_id: id, status: 'pending', review_notes: null });
  server.clock.advance(UNDO_MS + 1);
  expect(await own().byId({ id })).toEqual(await first());
  const missing = { code: 'NOT_FOUND' };
  for (const other of [admin, await makeAccount(server)])
    await expect(own(other).byId({ id })).rejects.toMatchObject(missing);
  await callerFor(server, admin.token).admin.deletePokemon({ id });
  await expect(own().byId({ id })).rejects.toMatchObject(missing);
});

describe('the same sale', () => {
  const price = 77;
  let date_sold: string;
  beforeAll(() => {
    date_sold = server.daysAgo(10);
  });
  const find = (by = submitter, change: { price?: number; date_sold?: string | null } = {}) =>
    own(by).same({ kind: 'item', name: 'lucky egg', price, date_sold, ...change });

  it("is among the account's own only, and has its price and nearly its day", async () => {
    const at = server.clock.now().toISOString();
    const sale_id = await submit({ name: 'Lucky Egg', price, date_sold });
    expect(await find()).toEqual({ sale_id, date_submitted: at });
    expect(await find(submitter, { date_sold: server.daysAgo(7) })).toMatchObject({ sale_id });
    expect(await find(submitter, { date_sold: server.daysAgo(6) })).toBeNull();
    expect(await find(submitter, { date_sold: null })).toBeNull();
    expect(await find(submitter, { price: 78 })).toBeNull();
    for (const other of [checker, admin, await makeAccount(server)]) expect(await find(other)).toBeNull();
    server.clock.advance(1_000);
    const newest = await submit({ name: 'Lucky Egg', price, date_sold });
    expect(await find()).toMatchObject({ sale_id: newest });
  });

  it('has the same traits, in any spelling', async () => {
    const sale_id = await submit({ kind: 'pokemon', price, date_sold });
    const garchomp = {
      kind: 'pokemon' as const,
      name: 'garchomp',
      price,
      date_sold,
      nature: 'Adamant' as const,
      ability: 'rough skin',
      form: 'normal',
      is_shiny: false,
      ivs: { hp: 31, atk: 31, def: 31, spatk: 4, spdef: 31, speed: 31 },
    };
    expect(await own().same(garchomp)).toMatchObject({ sale_id });
    expect(await own().same({ ...garchomp, is_shiny: true })).toBeNull();
    expect(await own().same({ ...garchomp, ivs: { ...garchomp.ivs, spatk: 5 } })).toBeNull();
  });

  it('is pending as long as its decision is hidden, and not deleted', async () => {
    const sale_id = await submit({ name: 'Lucky Egg', price, date_sold });
    await decide(sale_id, 'rejected');
    expect(await find()).toMatchObject({ sale_id });
    server.clock.advance(UNDO_MS + 1);
    expect(await find()).toBeNull();
    const deleted = await submit({ name: 'Lucky Egg', price, date_sold });
    await callerFor(server, admin.token).admin.deleteItem({ id: deleted });
    expect(await find()).toBeNull();
    await own().withdraw({ id: await submit({ name: 'Lucky Egg', price, date_sold }) });
    expect(await find()).toBeNull();
  });
});

describe('a correction', () => {
  const submitItem = (corrects: number, by = submitter) =>
    callerFor(server, by.token).items.submit(itemSubmission({ date_sold: server.daysAgo(3), corrects }));
  const rejected = async (sale: StoredSale = {}) => {
    const id = await submit(sale);
    await decide(id, 'rejected');
    server.clock.advance(UNDO_MS + 1);
    return id;
  };

  it('is known of the sale that it corrects, and of its notice, with its known status, until it is deleted', async () => {
    const id = await rejected();
    await addToInbox(
      server.services().scope.em,
      [
        {
          kind: 'submission_rejected',
          data: { name: 'Master Ball', reason: null },
          user_id: submitter.user.user_id,
          key: `${id}`,
          sale_id: id,
        },
      ],
      server.clock.now(),
    );
    const known = async () => [
      (await own().byId({ id })).resubmitted,
      (await own().list({ status: 'rejected' })).data[0]?.resubmitted,
      (await callerFor(server, submitter.token).inbox.list({})).data[0]?.resubmitted,
    ];
    const all = (resubmitted: Resubmission | null) => [resubmitted, resubmitted, resubmitted];
    expect(await known()).toEqual(all(null));
    const first = (await submitItem(id)).sale_id;
    expect(await known()).toEqual(all({ sale_id: first, status: 'pending' }));
    await decide(first, 'approved');
    expect(await known()).toEqual(all({ sale_id: first, status: 'pending' }));
    server.clock.advance(UNDO_MS + 1);
    expect(await known()).toEqual(all({ sale_id: first, status: 'approved' }));
    const { sale_id } = await submitItem(id);
    expect(await known()).toEqual(all({ sale_id, status: 'pending' }));
    for (const gone of [first, sale_id]) await callerFor(server, admin.token).admin.deleteItem({ id: gone });
    expect(await known()).toEqual(all(null));
  });

  it('that is withdrawn leaves the rejected sale to be corrected again', async () => {
    const id = await rejected();
    const { sale_id } = await submitItem(id);
    await own().withdraw({ id: sale_id });
    expect(await own().byId({ id })).toMatchObject({ status: 'rejected', resubmitted: null });
    expect(await submitItem(id)).toMatchObject({ status: 'pending' });
  });

  it('is refused unless it is of an own rejected sale of its kind', async () => {
    const id = await rejected();
    const deleted = await rejected();
    await callerFor(server, admin.token).admin.deleteItem({ id: deleted });
    const pokemon = await rejected({ kind: 'pokemon' });
    const pending = await submit();
    const undoable = await submit();
    await decide(undoable, 'rejected');
    for (const wrong of [deleted, pokemon, pending, undoable, 999_999_999])
      await expect(submitItem(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(submitItem(id, checker)).rejects.toMatchObject({
      message: `You have no rejected item sale #${id} that could be corrected.`,
    });
    expect(await submitItem(id)).toMatchObject({ status: 'pending' });
  });
});

describe('a withdrawal', () => {
  const withdraw = (id: number, by = submitter) => own(by).withdraw({ id });
  const missing = { code: 'NOT_FOUND', message: 'There is no such submission.' };
  const stepsOf = async (id: number) =>
    (await callerFor(server, admin.token).reviews.detail({ id })).history.map(({ type, by, notes }) => ({
      type,
      by,
      notes,
    }));
  const withdrawn = () => ({
    type: 'deleted',
    by: submitter.user.username,
    notes: 'Withdrawn by the submitter.',
  });

  it.each(['item', 'pokemon'] as const)(
    'takes a pending %s from review, and can be repeated',
    async (kind) => {
      const id = await submit({ kind });
      for (const _ of ['first', 'response lost'])
        expect(await withdraw(id)).toEqual({ message: `Sale #${id} was withdrawn.` });
      expect((await stepsOf(id)).slice(1)).toEqual([withdrawn()]);
      expect((await own().list({})).data).toEqual([]);
      expect(await own().counts({})).toEqual({ pending: 0, approved: 0, rejected: 0 });
      await expect(own().byId({ id })).rejects.toMatchObject(missing);
      expect((await decide(id, 'approved')).results).toMatchObject([{ ok: false, reason: 'NOT_FOUND' }]);
    },
  );

  it('is not possible for others, nor for a sale that an admin has deleted', async () => {
    const id = await submit();
    for (const other of [checker, admin, await makeAccount(server)])
      await expect(withdraw(id, other)).rejects.toMatchObject(missing);
    await expect(withdraw(999_999_999)).rejects.toMatchObject(missing);
    await callerFor(server, admin.token).admin.deleteItem({ id });
    await expect(withdraw(id)).rejects.toMatchObject(missing);
    expect(await stepsOf(id)).toHaveLength(2);
  });

  it('is refused from the decision on, without who made it', async () => {
    for (const status of ['approved', 'rejected'] as const) {
      const id = await submit();
      await decide(id, status);
      for (const _ of ['undoable', 'final']) {
        const answer = await call(server, 'POST', `/submissions/${id}/withdraw`, { token: submitter.token });
        expect(answer).toMatchObject({
          status: 409,
          body: { reason: 'ALREADY_REVIEWED', error: MESSAGES.alreadyReviewed },
        });
        expect(answer.body).not.toHaveProperty('decided');
        server.clock.advance(UNDO_MS + 1);
      }
      expect(await own().byId({ id })).toMatchObject({ status });
    }
  });

  it('is possible again when the decision was undone, and when an admin has restored the sale', async () => {
    const id = await submit();
    await decide(id, 'rejected');
    await callerFor(server, checker.token).reviews.undo({ sales: [{ id }] });
    await withdraw(id);
    const { reviews } = callerFor(server, admin.token);
    const found = await reviews.list({ scope: 'all', deleted: true, submitter: submitter.user.username });
    expect(found.data).toMatchObject([{ sale_id: id, deleted_by: submitter.user.username }]);
    expect(await reviews.restore({ id })).toMatchObject({ status: 'pending' });
    expect(await own().byId({ id })).toMatchObject({ status: 'pending' });
    await withdraw(id);
    expect((await stepsOf(id)).slice(3)).toMatchObject([withdrawn(), { type: 'restored' }, withdrawn()]);
    await reviews.restore({ id });
    await callerFor(server, admin.token).admin.deleteItem({ id });
    await expect(withdraw(id)).rejects.toMatchObject(missing);
  });

  it('and an approval at the same time have one winner', async () => {
    for (const first of ['withdrawal', 'approval']) {
      const id = await submit();
      const approve = () => callerFor(server, checker.token).items.setStatus({ id, status: 'approved' });
      const calls = first === 'withdrawal' ? [withdraw(id), approve()] : [approve(), withdraw(id)];
      const settled = await Promise.allSettled<unknown>(calls);
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await stepsOf(id)).toHaveLength(2);
    }
  });
});

describe('the list', () => {
  it("contains one's own submissions of either kind, newest first, without deleted ones", async () => {
    const ids: number[] = [];
    for (const kind of ['item', 'pokemon', 'item'] as const) {
      ids.push(await submit({ kind }));
      server.clock.advance(1_000);
    }
    await submit({ by: checker });
    const deleted = await submit();
    await callerFor(server, admin.token).admin.deleteItem({ id: deleted });

    const all = await own().list({});
    expect(all.data.map(({ sale_id }) => sale_id)).toEqual(ids.toReversed());
    expect(all.pagination).toMatchObject({ total: 3, limit: LIMITS.list.default });
    expect((await own().list({ kind: 'pokemon' })).data.map(({ sale_id }) => sale_id)).toEqual([ids[1]]);
    expect(await own().counts({})).toEqual({ pending: 3, approved: 0, rejected: 0 });
  });

  it('is filtered by the visible status, page by page', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await submit());
    for (const id of ids.slice(0, 3)) await decide(id, 'rejected');
    const asked = async (status: 'pending' | 'rejected', page = 1) => {
      const { data, pagination } = await own().list({ status, page, limit: 2 });
      return { ids: data.map(({ sale_id }) => sale_id), total: pagination.total };
    };
    expect(await asked('rejected')).toEqual({ ids: [], total: 0 });
    expect(await asked('pending', 3)).toEqual({ ids: [ids[0]], total: 5 });
    server.clock.advance(UNDO_MS + 1);
    expect(await asked('rejected')).toEqual({ ids: [ids[2], ids[1]], total: 3 });
    expect(await asked('rejected', 2)).toEqual({ ids: [ids[0]], total: 3 });
    expect(await asked('pending')).toEqual({ ids: [ids[4], ids[3]], total: 2 });
  });
});

describe('the history of own sales', () => {
  const history = (input: Parameters<ReturnType<typeof own>['history']>[0] = {}) => own().history(input);
  const NONE = { data: [], total_records: 0, names: 0 };

  it('of an account without sales is empty', async () => {
    expect(await history()).toEqual({ ...NONE, kind: 'item', kinds: { item: 0, pokemon: 0 } });
  });

  it('has approved sales of the account only, once their decisions are final', async () => {
    const [first, pending, rejected, deleted] = [
      await submit({ kind: 'pokemon', price: 10, date_sold: server.daysAgo(400) }),
      await submit({ kind: 'pokemon' }),
      await submit({ kind: 'pokemon' }),
      await submit({ kind: 'pokemon' }),
    ];
    const last = await submit({ kind: 'pokemon', price: 20, date_sold: server.daysAgo(2) });
    const item = await submit({ name: 'Big Root', price: 5 });
    await submit({ kind: 'pokemon', by: checker, status: 'approved' });
    for (const id of [first, last, deleted, item]) await decide(id, 'approved');
    await decide(rejected, 'rejected');
    expect(await history()).toMatchObject({ ...NONE, kinds: { item: 0, pokemon: 0 } });

    server.clock.advance(UNDO_MS + 1);
    await callerFor(server, admin.token).admin.deletePokemon({ id: deleted });
    const kinds = { item: 1, pokemon: 2 };
    const all = await history();
    expect(all).toMatchObject({ kind: 'pokemon', kinds, total_records: 2, names: 1 });
    expect(all.data.map(({ sale_id, price }) => [sale_id, price])).toEqual([
      [first, 10],
      [last, 20],
    ]);
    expect(all.data.map(({ sale_id }) => sale_id)).not.toContain(pending);
    const ids = async (input: Parameters<typeof history>[0]) =>
      (await history(input)).data.map(({ sale_id }) => sale_id);
    expect(await ids({ kind: 'item' })).toEqual([item]);
    expect(await ids({ days: 30 })).toEqual([last]);
    expect(await ids({ days: 399 })).toEqual([last]);
    expect(await ids({ days: 400 })).toEqual([first, last]);
    expect(await ids({ date_to: server.daysAgo(300) })).toEqual([first]);
  });

  it('of thousands of sales has one point per day, and single sales for some days', async () => {
    const days = 5;
    await server.sql(`insert into item (name, source) values ('Own Orb', 'market') on conflict do nothing`);
    await server.sql(
      `insert into sale (kind, name, item_id, price, date_sold, status, submitted_by, decided_at)
       select 'item', item.name, item_id, 1 + n, ?::date - n % ?, 'approved', ?, now()
       from generate_series(0, 4999) as n, item where item.name = 'Own Orb'`,
      [server.daysAgo(0), days, submitter.user.user_id],
    );
    const { data, ...rest } = await history();
    expect(rest).toEqual({
      total_records: 5_000,
      names: 1,
      kind: 'item',
      kinds: { item: 5_000, pokemon: 0 },
    });
    expect(data.map(({ date, volume }) => [date, volume])).toEqual(
      [4, 3, 2, 1, 0].map((day) => [server.daysAgo(day), 1_000]),
    );
    const day = await history({ date_from: server.daysAgo(2), date_to: server.daysAgo(2) });
    expect(day.data).toHaveLength(1_000);
    expect(day.data.every(({ sale_id }) => sale_id !== undefined)).toBe(true);
  });
});
