import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { makeSale, type StoredSale, type TestAccount } from '../../../testing/accounts/factories.ts';
import { testAccount } from '../../../testing/accounts/test-account.ts';
import { callerFor } from '../../../testing/clients/callers.ts';
import { call as rest } from '../../../testing/clients/rest-client.ts';
import { recordEvents } from '../../../testing/run/recorded-events.ts';
import { testServer } from '../../../testing/run/server.ts';

const server = testServer();
const recordedEvents = recordEvents(server);

const submitter = testAccount(server);
const checker = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');
beforeEach(() => recordedEvents.take());

const call = ({ token }: TestAccount = admin) => callerFor(server, token);
const made = (sale: StoredSale = {}) => makeSale(server, { by: submitter, price: 100, ...sale });
/** Approved or rejected by the checker, with notes. */
const decided = async (status: 'approved' | 'rejected' = 'approved', sale: StoredSale = {}) => {
  const id = await made(sale);
  await call(checker).reviews.decideMany({ sales: [{ id }], status, review_notes: 'seen' });
  return id;
};
const historyOf = (id: number) =>
  server.sql(
    'select type, actor_id, before, after, notes from sale_event where sale_id = ? order by event_id',
    [id],
  );
const stepsOf = async (id: number) => (await historyOf(id)).map(({ type }) => type);
const step = (
  type: string,
  notes: string | null = null,
  changes: object = { before: null, after: null },
) => ({
  type,
  actor_id: admin.user.user_id,
  ...changes,
  notes,
});
const stored = async (id: number) =>
  (await server.sql('select * from sale where sale_id = ?', [id]))[0] as Record<string, unknown>;
const shownTo = async (id: number, viewer: TestAccount | null) => {
  const caller = callerFor(server, viewer?.token);
  const lists = [caller.items.list({ limit: 100 }), caller.pokemon.list({ limit: 100 })];
  return (await Promise.all(lists)).some(({ data }) => data.some(({ sale_id }) => sale_id === id));
};
const ROTOM = { ability: 'Levitate', is_shiny: true };
const NO_SALE = { code: 'NOT_FOUND' };
const DELETED = {
  ...NO_SALE,
  message: 'This sale has already been deleted. It can be restored from its history.',
};
const CONFLICT = { code: 'CONFLICT' };

describe('a return to review', () => {
  it.each(['approved', 'rejected'] as const)('reverts a decision: %s', async (status) => {
    const id = await decided(status);
    expect(await call().reviews.return({ id, version: 2, reason: 'another price' })).toMatchObject({
      kind: 'item',
      status: 'pending',
      approved_by: null,
      review_notes: null,
      version: 3,
    });
    expect((await historyOf(id)).at(-1)).toEqual(step('returned', 'another price'));
    expect(await shownTo(id, null)).toBe(false);
  });

  it('notifies the submitter at once, unless the decision was not announced yet', async () => {
    const [known, fresh] = [await decided(), await decided('rejected')];
    await server.sql('delete from decision_notice where sale_id = ?', [known]);
    for (const id of [known, fresh]) await call().reviews.return({ id });
    expect((await recordedEvents.take()).filter(({ type }) => type === 'submission.decided')).toEqual([
      {
        type: 'submission.decided',
        sale_id: known,
        submitted_by: submitter.user.user_id,
        name: 'Master Ball',
        status: 'pending',
      },
    ]);
  });

  it('is refused for a sale that is pending, deleted, unknown or was changed since', async () => {
    const pending = await made();
    await expect(call().reviews.return({ id: pending })).rejects.toMatchObject(CONFLICT);
    const id = await decided();
    await expect(call().reviews.return({ id, version: 1 })).rejects.toMatchObject(CONFLICT);
    await call().admin.deleteItem({ id });
    await expect(call().reviews.return({ id })).rejects.toMatchObject(DELETED);
    await expect(call().reviews.return({ id: 2_147_483_647 })).rejects.toMatchObject(NO_SALE);
    expect(await stepsOf(id)).toEqual(['submitted', 'approved', 'deleted']);
  });
});

describe('deleting', () => {
  it.each(['item', 'pokemon'] as const)(
    'hides a sale of kind %s from everybody until it is restored',
    async (kind) => {
      const id = await decided('approved', { kind });
      const remove = kind === 'item' ? call().admin.deleteItem : call().admin.deletePokemon;
      expect(await remove({ id })).toEqual({ message: expect.stringContaining('can be restored') });
      for (const viewer of [null, submitter, checker, admin]) expect(await shownTo(id, viewer)).toBe(false);
      expect(await stored(id)).toMatchObject({
        status: 'approved',
        version: 3,
        decided_by: checker.user.user_id,
      });

      expect(await call().reviews.restore({ id, version: 3, reason: 'a mistake' })).toMatchObject({
        kind,
        status: 'approved',
        review_notes: 'seen',
        version: 4,
      });
      expect(await shownTo(id, null)).toBe(true);
      expect((await historyOf(id)).slice(2)).toEqual([step('deleted'), step('restored', 'a mistake')]);
    },
  );

  it('is refused twice and for the other kind; only deleted sales can be restored', async () => {
    const id = await made();
    await expect(call().admin.deletePokemon({ id })).rejects.toMatchObject(NO_SALE);
    await expect(call().reviews.restore({ id })).rejects.toMatchObject(CONFLICT);
    await call().admin.deleteItem({ id });
    await expect(call().admin.deleteItem({ id })).rejects.toMatchObject(DELETED);
    await expect(call().reviews.restore({ id, version: 1 })).rejects.toMatchObject(CONFLICT);
    expect(await stepsOf(id)).toEqual(['submitted', 'deleted']);
  });
});

it('a deletion over REST can name the version that the admin saw', async () => {
  const id = await decided();
  const remove = (query: string, body?: object) =>
    rest(server, 'DELETE', `/admin/items/${id}${query}`, { token: admin.token, ...(body && { body }) });
  expect(await remove('', { version: 2 })).toMatchObject({
    status: 400,
    body: { details: ['Unknown field in the body: version'] },
  });
  expect((await remove('?version=1')).status).toBe(409);
  expect((await remove('?version=2')).status).toBe(200);
});

describe("an admin's edit", () => {
  it('changes any field of a decided sale, and records the previous values', async () => {
    const id = await decided('approved', { kind: 'pokemon' });
    const change = {
      pokemon_name: 'tauros',
      ability: 'intimidate',
      price: 7,
      date_sold: '2025-01-02',
      proof_url: 'https://www.forum.example/topic/77-sold/page/2/',
      review_notes: 'corrected',
      iv_hp: 0,
    };
    expect(await call().admin.editPokemon({ id, version: 2, ...change })).toMatchObject({
      pokemon_id: 128,
      pokemon_name: 'Tauros',
      ability: 'Intimidate',
      price: 7,
      date_sold: '2025-01-02',
      proof_url: change.proof_url,
      review_notes: 'corrected',
      hp_iv: 0,
      status: 'approved',
      approved_by: checker.user.user_id,
      version: 3,
    });
    expect(await stored(id)).toMatchObject({ proof_thread: 'forum.example/topic/77' });
    expect((await historyOf(id)).at(-1)).toMatchObject({
      type: 'edited',
      actor_id: admin.user.user_id,
      before: { name: 'Garchomp', price: 100, hpIv: 31, reviewNotes: 'seen' },
      after: { name: 'Tauros', price: 7, hpIv: 0, reviewNotes: 'corrected', dateSold: '2025-01-02' },
    });
  });

  it('from approved to rejected passes through pending, with the edit in between', async () => {
    const id = await decided();
    const answer = await call().admin.editItem({
      id,
      status: 'rejected',
      price: 7,
      review_notes: 'no proof',
    });
    expect(answer).toMatchObject({ status: 'rejected', price: 7, review_notes: 'no proof', version: 5 });
    const price = { before: { price: 100 }, after: { price: 7 } };
    expect((await historyOf(id)).slice(2)).toEqual([
      step('returned'),
      step('edited', null, price),
      step('rejected', 'no proof'),
    ]);
    expect(await stored(id)).toMatchObject({ decided_by: admin.user.user_id });
    const about = await recordedEvents.take();
    expect(about.filter(({ type }) => type === 'submission.decided')).toEqual([]);
  });

  it.each<
    [from: 'pending' | 'approved' | 'rejected', to: 'pending' | 'approved' | 'rejected', steps: string[]]
  >([
    ['pending', 'pending', []],
    ['pending', 'approved', ['approved']],
    ['pending', 'rejected', ['rejected']],
    ['approved', 'approved', []],
    ['approved', 'pending', ['returned']],
    ['approved', 'rejected', ['returned', 'rejected']],
    ['rejected', 'pending', ['returned']],
    ['rejected', 'approved', ['returned', 'approved']],
  ])('of the status from %s to %s takes the steps %j', async (from, to, steps) => {
    const id = from === 'pending' ? await made() : await decided(from);
    const before = await stepsOf(id);
    const answer = await call().admin.editItem({ id, status: to });
    expect(answer).toMatchObject({ status: to, version: before.length + steps.length });
    expect(await stepsOf(id)).toEqual([...before, ...steps]);
  });

  it('adds the new name of an approved sale to the catalogue, but not of a pending one', async () => {
    const [shown, waiting] = [await decided(), await made()];
    await call().admin.editItem({ id: shown, item_name: 'Hoopa Lantern' });
    await call().admin.editItem({ id: waiting, item_name: 'Jirachi Lantern' });
    expect(await server.sql(`select name from item where name like '% Lantern'`)).toEqual([
      { name: 'Hoopa Lantern' },
    ]);
    expect((await stored(shown)).item_id).toBeTypeOf('number');
    expect((await stored(waiting)).item_id).toBeNull();
    await call().admin.editItem({ id: waiting, item_name: 'hoopa lantern', status: 'approved' });
    expect(await stored(waiting)).toMatchObject({
      name: 'Hoopa Lantern',
      item_id: (await stored(shown)).item_id,
    });
  });

  it('that does not match the catalogue changes nothing, not even the status', async () => {
    const id = await decided('approved', { kind: 'pokemon' });
    const edit = { id, status: 'rejected', ability: 'Levitate', review_notes: 'x' } as const;
    await expect(call().admin.editPokemon(edit)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await stepsOf(id)).toEqual(['submitted', 'approved']);
    expect(await stored(id)).toMatchObject({ status: 'approved', version: 2 });
    expect(await recordedEvents.take()).toHaveLength(2);
  });

  it('of only the status does not validate the old traits again', async () => {
    const id = await decided('approved', { kind: 'pokemon' });
    await server.sql(`update sale set ability = 'Gone' where sale_id = ?`, [id]);
    expect(await call().admin.editPokemon({ id, status: 'pending' })).toMatchObject({ ability: 'Gone' });
  });

  it('keeps a species, form and ability that are no longer offered, unless it changes one of them', async () => {
    const id = await decided('approved', { kind: 'pokemon' });
    await server.sql(
      `update sale set name = 'Gonechomp', form = 'Gone', ability = 'Lost' where sale_id = ?`,
      [id],
    );
    const kept = { pokemon_name: 'Gonechomp', form: 'Gone', ability: 'Lost' };
    expect(await call().admin.editPokemon({ id, ...kept, price: 7 })).toMatchObject({ ...kept, price: 7 });
    const other = call().admin.editPokemon({ id, ability: 'Rough Skin' });
    await expect(other).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each([null, ''])('with the proof %j removes the proof', async (proof_url) => {
    const id = await decided();
    expect(await call().admin.editItem({ id, proof_url })).toMatchObject({ proof_url: null, version: 3 });
    expect(await stored(id)).toMatchObject({ proof_url: null, proof_thread: null });
    expect((await historyOf(id)).at(-1)).toMatchObject({
      before: { proofUrl: 'https://forum.example/thread/1' },
      after: { proofUrl: null },
    });
  });

  it('of the form leaves a pokemon shiny; its flag decides', async () => {
    const id = await decided('approved', { kind: 'pokemon', name: 'Rotom', traits: ROTOM });
    const edit = (change: object) => call().admin.editPokemon({ id, ...change });
    expect(await edit({ form: 'Wash' })).toMatchObject({ form: 'Wash', is_shiny: true });
    expect(await edit({ form: 'Heat', is_shiny: false })).toMatchObject({ form: 'Heat', is_shiny: false });
    expect(await edit({ form: 'Shiny Wash' })).toMatchObject({ form: 'Wash', is_shiny: true });
    await expect(edit({ form: 'Shiny Heat', is_shiny: false })).rejects.toMatchObject({
      message: 'The form “Shiny Heat” is shiny, but is_shiny is false',
    });
  });

  it.each([null, ' '])('with the notes %j removes those of the decision', async (review_notes) => {
    const id = await decided();
    expect(await call().admin.editItem({ id, review_notes })).toMatchObject({
      status: 'approved',
      review_notes: null,
      version: 3,
    });
    expect((await historyOf(id)).at(-1)).toEqual(
      step('edited', null, { before: { reviewNotes: 'seen' }, after: { reviewNotes: null } }),
    );
  });

  it('that changes nothing records no event', async () => {
    const id = await decided();
    const same = { price: 100, item_name: 'MASTER BALL', status: 'approved', review_notes: 'seen' } as const;
    expect(await call().admin.editItem({ id, ...same })).toMatchObject({ version: 2 });
    expect(await stepsOf(id)).toEqual(['submitted', 'approved']);
  });

  it('is refused for a stale version, for the other kind, and for a deleted sale', async () => {
    const id = await decided();
    await expect(call().admin.editItem({ id, version: 1, price: 7 })).rejects.toMatchObject(CONFLICT);
    await expect(call().admin.editPokemon({ id, price: 7 })).rejects.toMatchObject(NO_SALE);
    await call().admin.deleteItem({ id });
    await expect(call().admin.editItem({ id, price: 7 })).rejects.toMatchObject(DELETED);
  });

  it.each([
    ['a day after today', { date_sold: '2999-01-01' }],
    ['a proof that is a script', { proof_url: 'javascript:alert(1)' }],
    ['notes that are too long', { review_notes: 'x'.repeat(LIMITS.reviewNotes.max + 1) }],
    ['nothing', {}],
  ])('refuses %s', async (_what, change) => {
    await expect(call().admin.editItem({ id: await made(), ...change })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('refuses a day after that of the submission, and keeps one that is stored', async () => {
    const id = await made();
    await server.sql(`update sale set date_sold = '2020-03-04' where sale_id = ?`, [id]);
    await server.sql('alter table sale disable trigger user');
    await server.sql(`update sale set date_submitted = '2020-03-02T23:59:59Z' where sale_id = ?`, [id]);
    await server.sql('alter table sale enable trigger user');
    await call().admin.editItem({ id, price: 7 });
    await expect(call().admin.editItem({ id, date_sold: '2020-03-03' })).rejects.toMatchObject({
      message: 'Date sold cannot be after the day of submission',
    });
    await call().admin.editItem({ id, date_sold: '2020-03-02' });
  });

  it('and a concurrent decision leave one consistent history', async () => {
    const id = await made();
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        i % 2
          ? call(checker).reviews.decideMany({ sales: [{ id }], status: 'approved' })
          : call().admin.editItem({ id, price: 200 + i, status: i % 4 ? 'pending' : 'rejected' }),
      ),
    );
    const { status, version } = await stored(id);
    const steps = await stepsOf(id);
    expect(version).toBe(steps.length);
    const last = steps.findLast((type) => type !== 'edited');
    expect(status).toBe(last === 'returned' || last === 'submitted' ? 'pending' : last);
  });
});
