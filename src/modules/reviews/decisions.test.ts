import { beforeEach, describe, expect, it } from 'vitest';
import { UNDO_MS } from '../../contract/review/review-values.ts';
import type { Decision } from '../../contract/sale/statuses.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { makeSale, type StoredSale, type TestAccount } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { recordEvents } from '../../testing/run/recorded-events.ts';
import { testServer } from '../../testing/run/server.ts';

// Few connections: a step that needed a second one would wait for itself.
const server = testServer({ DATABASE_POOL: '4' });
const recordedEvents = recordEvents(server);

const NOBODY = 2_147_483_647;

const submitter = testAccount(server);
const checker = testAccount(server, 'checker');
const other = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');

beforeEach(async () => {
  await recordedEvents.take();
  await server.sql('delete from outbox');
});

const pending = (sale: StoredSale = {}) => makeSale(server, { by: submitter, price: 100, ...sale });
const reviews = ({ token }: TestAccount) => callerFor(server, token).reviews;
const decideMany = (
  by: TestAccount,
  ids: readonly number[],
  status: Decision = 'approved',
  review_notes: string | null = null,
) =>
  reviews(by)
    .decideMany({ sales: ids.map((id) => ({ id })), status, review_notes })
    .then(({ results }) => results);
const undo = (by: TestAccount, ...sales: { id: number; version?: number }[]) =>
  reviews(by)
    .undo({ sales })
    .then(({ results }) => results);
const approved = async (by = checker, sale: StoredSale = {}) => {
  const id = await pending(sale);
  await decideMany(by, [id]);
  return id;
};
const stepsOf = async (id: number) =>
  (
    await server.sql<{ type: string }>('select type from sale_event where sale_id = ? order by event_id', [
      id,
    ])
  ).map(({ type }) => type);
const stored = async (id: number) =>
  (
    await server.sql(
      `select status, version, decided_by, decided_at, review_notes, deleted_at is not null as deleted, name, price
       from sale where sale_id = ?`,
      [id],
    )
  )[0];
const refusal = (id: number, reason: string) => ({
  ok: false,
  id,
  reason,
  message: expect.stringMatching(/\.$/),
  decided: null,
});
const by = ({ user }: TestAccount) => ({ by: user.username, at: server.clock.now().toISOString() });
const publicIds = async () =>
  (await callerFor(server).items.list({ limit: 100 })).data.map(({ sale_id }) => sale_id);

describe('deciding on many', () => {
  it('with blank notes has none', async () => {
    const id = await pending();
    await decideMany(checker, [id], 'rejected', '  ');
    expect(await stored(id)).toMatchObject({ status: 'rejected', review_notes: null });
  });

  it('decides on each, of either kind, and returns results in the given order', async () => {
    const ids = [await pending(), await pending({ kind: 'pokemon' }), await pending()].toReversed();
    expect(await decideMany(checker, ids, 'rejected', 'no proof')).toEqual(
      ids.map((id) => ({ ok: true, id, status: 'rejected', version: 2 })),
    );
    for (const id of ids) {
      expect(await stored(id)).toMatchObject({
        status: 'rejected',
        version: 2,
        decided_by: checker.user.user_id,
        review_notes: 'no proof',
      });
      expect(await stepsOf(id)).toEqual(['submitted', 'rejected']);
    }
  });

  it('skips those that cannot be decided, with the reason, and decides on the others', async () => {
    const own = await pending({ by: checker });
    const decided = await approved(other);
    const edited = await pending();
    await callerFor(server, other.token).items.edit({ id: edited, price: 5 });
    const deleted = await pending();
    await server.services().saleAdmin.remove('item', { id: deleted });
    const free = await pending();
    const sales = [NOBODY, own, decided, edited, deleted, free].map((id) => ({ id, version: 1 }));

    const { results } = await reviews(checker).decideMany({ sales, status: 'approved' });
    expect(results).toEqual([
      refusal(NOBODY, 'NOT_FOUND'),
      refusal(own, 'NOT_FOUND'),
      {
        ok: false,
        id: decided,
        reason: 'ALREADY_REVIEWED',
        message: MESSAGES.alreadyReviewed,
        decided: by(other),
      },
      refusal(edited, 'STALE_VERSION'),
      refusal(deleted, 'NOT_FOUND'),
      { ok: true, id: free, status: 'approved', version: 2 },
    ]);
    expect(await stepsOf(own)).toEqual(['submitted']);
    expect(await stepsOf(decided)).toEqual(['submitted', 'approved']);
    expect(await stepsOf(edited)).toEqual(['submitted', 'edited']);
    expect(await stepsOf(deleted)).toEqual(['submitted', 'deleted']);
  });

  it('by several concurrently, in any order, decides on each once without deadlocks', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 20; i += 1) ids.push(await pending({ name: `Rare Candy Box ${i % 5}` }));
    const answers = await Promise.all([
      decideMany(checker, ids),
      decideMany(other, ids.toReversed(), 'rejected'),
      decideMany(admin, [...ids.slice(10), ...ids.slice(0, 10)]),
      ...ids.slice(0, 5).map((id) => decideMany(other, [id])),
    ]);
    for (const id of ids) {
      const won = answers.flat().filter((result) => result.id === id && result.ok);
      expect(won).toHaveLength(1);
      expect(await stepsOf(id)).toEqual(['submitted', won[0]?.ok && won[0].status]);
    }
  });

  it('adds the names of new items to the catalogue, once each', async () => {
    const ids = [
      await pending({ name: 'Zorua Lantern' }),
      await pending({ name: 'ZORUA lantern' }),
      await pending({ name: 'Aipom Lantern' }),
    ];
    await decideMany(checker, ids);
    const items = await server.sql(
      `select name, source from item where name ilike '% lantern' order by name`,
    );
    expect(items).toEqual([
      { name: 'Aipom Lantern', source: 'market' },
      { name: 'Zorua Lantern', source: 'market' },
    ]);
    const names = await Promise.all(ids.map(async (id) => (await stored(id))?.name));
    expect(names).toEqual(['Zorua Lantern', 'Zorua Lantern', 'Aipom Lantern']);
  });

  it('of new items tells visitors only that sales were added', async () => {
    const ids = [await pending({ name: 'Gligar Candle' }), await pending({ name: 'GLIGAR candle' })];
    await server.truncate('sale_change');
    await decideMany(checker, ids);
    const changes = await server.sql(
      'select sale_id, change from sale_change where sale_id is not null order by sale_id',
    );
    expect(changes).toEqual(ids.map((sale_id) => ({ sale_id, change: 'added' })));
  });

  it('accepts up to a page of distinct sales', async () => {
    const sales = Array.from({ length: LIMITS.review.bulk + 1 }, (_, i) => ({ id: i + 1 }));
    for (const wrong of [[], sales, [{ id: 1 }, { id: 1, version: 2 }]])
      await expect(reviews(checker).decideMany({ sales: wrong, status: 'approved' })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
  });
});

describe('an undo', () => {
  it('returns the sale to review, with its own event, until the limit', async () => {
    const id = await approved();
    expect(await publicIds()).toContain(id);
    server.clock.advance(UNDO_MS);
    expect(await undo(checker, { id, version: 2 })).toEqual([
      { ok: true, id, status: 'pending', version: 3 },
    ]);
    expect(await stored(id)).toMatchObject({
      status: 'pending',
      version: 3,
      decided_by: null,
      decided_at: null,
      review_notes: null,
    });
    expect(await publicIds()).not.toContain(id);
    expect(await stepsOf(id)).toEqual(['submitted', 'approved', 'undone']);

    expect(await decideMany(other, [id], 'rejected')).toMatchObject([{ ok: true, version: 4 }]);
    expect(await undo(other, { id, version: 4 })).toMatchObject([{ ok: true, version: 5 }]);
  });

  it('of many undoes those that can be undone', async () => {
    const mine = await approved();
    const theirs = await approved(other);
    const rejected = await pending();
    await decideMany(checker, [rejected], 'rejected', 'why');
    expect(await undo(checker, { id: rejected }, { id: theirs }, { id: NOBODY }, { id: mine })).toEqual([
      { ok: true, id: rejected, status: 'pending', version: 3 },
      { ...refusal(theirs, 'NOT_OWN_DECISION'), decided: by(other) },
      refusal(NOBODY, 'NOT_FOUND'),
      { ok: true, id: mine, status: 'pending', version: 3 },
    ]);
    expect(await stepsOf(theirs)).toEqual(['submitted', 'approved']);
  });

  it.each<[what: string, reason: string, steps: string[], meanwhile: (id: number) => unknown]>([
    ['when it is late', 'UNDO_OVER', [], () => server.clock.advance(UNDO_MS + 1)],
    ['twice', 'NOT_DECIDED', ['undone'], (id) => undo(checker, { id })],
    [
      'when somebody changed the sale since',
      'CHANGED_SINCE',
      ['edited'],
      (id) => callerFor(server, admin.token).admin.editItem({ id, price: 5 }),
    ],
    [
      'when it was deleted and came back since',
      'CHANGED_SINCE',
      ['deleted', 'restored'],
      async (id) => {
        await callerFor(server, admin.token).admin.deleteItem({ id });
        await reviews(admin).restore({ id });
      },
    ],
    [
      'of a deleted sale',
      'NOT_FOUND',
      ['deleted'],
      (id) => callerFor(server, admin.token).admin.deleteItem({ id }),
    ],
    ['after a return', 'NOT_DECIDED', ['returned'], (id) => reviews(admin).return({ id })],
  ])('is refused %s', async (_what, reason, steps, meanwhile) => {
    const id = await approved();
    await meanwhile(id);
    expect(await undo(checker, { id })).toEqual([refusal(id, reason)]);
    expect(await stepsOf(id)).toEqual(['submitted', 'approved', ...steps]);
  });

  it('is refused for another version', async () => {
    const id = await approved();
    expect(await undo(checker, { id, version: 1 })).toEqual([refusal(id, 'STALE_VERSION')]);
  });

  it('by many concurrently happens once', async () => {
    const id = await approved();
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(checker, { id })));
    expect(answers.flat().filter(({ ok }) => ok)).toHaveLength(1);
    expect(await stepsOf(id)).toEqual(['submitted', 'approved', 'undone']);
  });

  it('is refused for approvals by the skip-review setting', async () => {
    await callerFor(server, admin.token).admin.setSetting({ key: 'skip_review_enabled', value: 'true' });
    const id = await pending({ by: admin });
    await callerFor(server, admin.token).admin.setSetting({ key: 'skip_review_enabled', value: 'false' });
    expect(await stored(id)).toMatchObject({ status: 'approved', version: 2, decided_by: null });
    expect(await stepsOf(id)).toEqual(['submitted', 'approved']);
    expect(await undo(admin, { id })).toMatchObject([{ ok: false, reason: 'NOT_OWN_DECISION' }]);
  });
});

describe('published events', () => {
  const changed = (sale_id: number, event: string, status: string, version: number, who: TestAccount) => ({
    type: 'sale.changed',
    sale_id,
    kind: 'item',
    event,
    status,
    version,
    submitted_by: submitter.user.user_id,
    by: who.user.username,
    at: server.clock.now().toISOString(),
  });

  it('contain each step, with the state after it', async () => {
    const id = await pending();
    await decideMany(checker, [id], 'rejected');
    await undo(checker, { id });
    expect(await recordedEvents.take()).toEqual([
      changed(id, 'submitted', 'pending', 1, submitter),
      changed(id, 'rejected', 'rejected', 2, checker),
      changed(id, 'undone', 'pending', 3, checker),
    ]);
  });

  it('are combined into one for many steps', async () => {
    const ids = await Promise.all(Array.from({ length: 21 }, () => pending()));
    await recordedEvents.take();
    await decideMany(checker, ids);
    expect(await recordedEvents.take()).toEqual([{ type: 'sales.changed' }]);
    await undo(checker, ...ids.slice(1).map((id) => ({ id })));
    expect(await recordedEvents.take()).toHaveLength(20);
  });

  it('are empty when nothing was done', async () => {
    const id = await approved(other);
    await recordedEvents.take();
    await server.sql('truncate decision_notice, flag_mark');
    await decideMany(checker, [id, NOBODY]);
    await undo(checker, { id });
    expect(await recordedEvents.take()).toEqual([]);
    expect(await server.sql('select from decision_notice')).toEqual([]);
    expect(await server.sql('select from flag_mark')).toEqual([]);
  });

  it('of a decision wait until it can no longer be undone; flags are due at once', async () => {
    const ids = [await pending(), await pending()];
    await server.sql('truncate decision_notice, flag_mark');
    await decideMany(checker, ids);
    const decided_at = server.clock.now().toISOString();
    expect(
      await server.sql(
        'select sale_id, decided_at::text::timestamptz = ?::timestamptz as at from decision_notice order by 1',
        [decided_at],
      ),
    ).toEqual(ids.map((sale_id) => ({ sale_id, at: true })));
    expect(await server.sql('select sale_id from flag_mark order by mark_id')).toEqual(
      ids.map((sale_id) => ({ sale_id })),
    );
    expect(await server.sql('select from outbox')).toEqual([]);
    expect((await recordedEvents.take()).filter(({ type }) => type === 'submission.decided')).toEqual([]);
  });
});
