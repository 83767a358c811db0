import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeAccount,
  makeSale,
  type StoredSale,
  suspend,
  type TestAccount,
} from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const submitter = testAccount(server, 'user', 'ash');
const checker = testAccount(server, 'checker', 'brock');
const admin = testAccount(server, 'admin', 'oak');

const day = (age: number) => server.daysAgo(age);
const as = (account: TestAccount) => callerFor(server, account.token);
const detail = (id: number, viewer: TestAccount = admin) => as(viewer).reviews.detail({ id });
const store = (sale: StoredSale = {}) => makeSale(server, { by: submitter, proof_url: null, ...sale });

describe('the detail of a sale', () => {
  it("is not found for a checker's own pending sale, nor, except for admins, for a deleted one", async () => {
    const own = await store({ by: checker });
    const deleted = await store();
    await as(admin).admin.deleteItem({ id: deleted });
    for (const id of [own, deleted, 2_147_483_647])
      await expect(detail(id, checker)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await detail(own)).sale.sale_id).toBe(own);
    expect((await detail(deleted)).sale.deleted_at).toBe(server.clock.now().toISOString());
    expect((await detail(await store(), checker)).sale).toMatchObject({
      flags: [],
      checked_at: null,
      decided: null,
      deleted_at: null,
    });
  });

  it('shows who decided, and when', async () => {
    const id = await store();
    await as(checker).items.setStatus({ id, status: 'rejected', review_notes: 'no proof' });
    const { sale } = await detail(id);
    expect(sale).toMatchObject({
      status: 'rejected',
      review_notes: 'no proof',
      decided: { by: 'brock', at: server.clock.now().toISOString() },
    });
  });

  it('shows the proof and the other sales of its thread, newest first', async () => {
    const link = (post: number) => `https://www.forum.example/topic/77-shop/?page=${post}#comment-${post}`;
    const ids: number[] = [];
    for (let post = 1; post <= 9; post += 1) {
      server.clock.advance(1_000);
      ids.push(await store({ proof_url: link(post), price: 100 + post }));
    }
    const own = await store({ proof_url: link(10), by: checker });
    const deleted = await store({ proof_url: link(11) });
    await as(admin).admin.deleteItem({ id: deleted });
    await store({ proof_url: 'https://www.forum.example/topic/78-shop/' });

    const [first = 0, ...others] = ids;
    const seen = (await detail(first, checker)).proof;
    expect(seen).toMatchObject({ host: 'forum.example', thread: 'forum.example/topic/77', total: 8 });
    expect(seen?.sales.map(({ sale_id }) => sale_id)).toEqual(others.toReversed().slice(0, 6));
    const all = (await detail(first)).proof;
    expect(all?.total).toBe(9);
    expect(all?.sales[0]).toMatchObject({ kind: 'item', sale_id: own });
    expect((await detail(await store())).proof).toBeNull();
  });

  it('shows approved sales of the name, most similar first', async () => {
    const sale = { kind: 'pokemon', name: 'Gengar', date_sold: day(30) } as const;
    const given = { ability: 'Levitate', nature: 'Timid', iv_attack: 0 };
    const approved = (traits: Record<string, unknown>, more: StoredSale = {}) =>
      store({ ...sale, status: 'approved', traits: { ...given, ...traits }, ...more });
    const shiny = await approved({ is_shiny: true });
    const fewer = await approved({ iv_speed: 12 });
    const nature = await approved({ nature: 'Modest' });
    const old = await approved({}, { date_sold: day(430) });
    const spread = await approved({ iv_attack: 20 });
    const same = await approved({});
    const farther = await approved({ is_shiny: true, iv_speed: 12 });
    await store({ ...sale, traits: given });
    await store({ ...sale, status: 'rejected', traits: given });
    const id = await store({ ...sale, traits: given });
    const similar = (await detail(id)).similar.map(({ sale_id }) => sale_id);
    expect(similar).toEqual([same, spread, old, nature, fewer, shiny]);
    expect(similar).not.toContain(farther);
  });

  it("shows the submitter's record of the last hundred decided submissions", async () => {
    const by = await makeAccount(server);
    const id = await store({ by });
    expect((await detail(id)).record).toEqual({ approved: 0, rejected: 0, suspended: false });
    await store({ by, status: 'approved' });
    await store({ by, status: 'rejected' });
    const removed = await store({ by, status: 'rejected' });
    expect((await detail(id)).record).toEqual({ approved: 1, rejected: 2, suspended: false });
    await as(admin).admin.deleteItem({ id: removed });
    await suspend(server, by);
    expect((await detail(id)).record).toEqual({ approved: 1, rejected: 1, suspended: true });
    await server.sql(
      `insert into sale (kind, name, price, date_sold, status, submitted_by, decided_at)
       select 'item', 'Master Ball', 5, '2026-01-01', 'approved', ?, ?::timestamptz + n * interval '1 s'
       from generate_series(1, 100) n`,
      [by.user.user_id, server.clock.now()],
    );
    expect((await detail(id)).record).toMatchObject({ approved: 100, rejected: 0 });
    await server.sql('update sale set submitted_by = null, version = version + 1 where sale_id = ?', [id]);
    expect((await detail(id)).record).toBeNull();
  });

  it('does not call a submitter suspended whose account was deleted', async () => {
    const by = await makeAccount(server);
    const id = await store({ by });
    await server.services(by.actor).accountRemoval.removeOwn(by.user.username);
    expect((await detail(id)).record).toEqual({ approved: 0, rejected: 0, suspended: false });
  });

  it('shows its history with the field names of the response', async () => {
    const id = await store({ kind: 'pokemon', price: 100 });
    await as(checker).pokemon.edit({ id, pokemon_name: 'tauros', ability: 'intimidate', price: 5, iv_hp: 0 });
    await as(checker).pokemon.setStatus({ id, status: 'approved', review_notes: 'seen' });
    await as(admin).reviews.return({ id, reason: 'look again' });
    await as(admin).admin.editPokemon({ id, proof_url: 'https://forum.example/t/x/1', date_sold: day(9) });
    const { history } = await detail(id);
    const at = server.clock.now().toISOString();
    expect(history.map(({ event_id: _, ...event }) => event)).toEqual([
      { type: 'submitted', at, by: 'ash', notes: null, changes: [] },
      {
        type: 'edited',
        at,
        by: 'brock',
        notes: null,
        changes: [
          { field: 'name', before: 'Garchomp', after: 'Tauros' },
          { field: 'price', before: 100, after: 5 },
          { field: 'ability', before: 'Rough Skin', after: 'Intimidate' },
          { field: 'hidden_power', before: expect.any(String), after: expect.any(String) },
          { field: 'hp_iv', before: 31, after: 0 },
        ],
      },
      { type: 'approved', at, by: 'brock', notes: 'seen', changes: [] },
      { type: 'returned', at, by: 'oak', notes: 'look again', changes: [] },
      {
        type: 'edited',
        at,
        by: 'oak',
        notes: null,
        changes: [
          { field: 'date_sold', before: day(3), after: day(9) },
          { field: 'proof_url', before: null, after: 'https://forum.example/t/x/1' },
        ],
      },
    ]);
  });
});

describe('the list', () => {
  const name = 'Filter Orb';
  const ids = {} as Record<'pending' | 'approved' | 'rejected' | 'deleted', number>;
  const found = async (filter: Record<string, unknown>, viewer: TestAccount = admin) => {
    const page = await as(viewer).reviews.list({ scope: 'all', name, ...filter });
    expect(page.pagination.total).toBe(page.data.length);
    return page.data.map(({ sale_id }) => sale_id).toSorted((a, b) => a - b);
  };

  beforeAll(async () => {
    const brock = { id: 0, status: 'approved' } as const;
    for (const key of ['pending', 'approved', 'rejected', 'deleted'] as const)
      ids[key] = await store({ name });
    await as(checker).items.setStatus({ ...brock, id: ids.approved });
    await as(admin).items.setStatus({ id: ids.rejected, status: 'rejected' });
    await as(checker).items.setStatus({ ...brock, id: ids.deleted });
    // The last deletion counts.
    const { saleAdmin } = server.services();
    await saleAdmin.remove('item', { id: ids.deleted });
    await saleAdmin.restore({ id: ids.deleted });
    await as(admin).admin.deleteItem({ id: ids.deleted });
    await server.sql(
      `insert into sale_check values (?, '[{"flag": "first_sale"}]', now()), (?, '[]', now())`,
      [ids.pending, ids.approved],
    );
  });

  it('can be filtered by reviewer', async () => {
    expect(await found({ reviewer: 'BRO' })).toEqual([ids.approved]);
    expect(await found({ reviewer: 'oak' })).toEqual([ids.rejected]);
    expect(await found({ reviewer: '%' })).toEqual([]);
    expect(await found({ reviewer: '=Brock' })).toEqual([ids.approved]);
    expect(await found({ reviewer: '=bro' })).toEqual([]);
  });

  it('of pending sales has none with another status', async () => {
    expect(await found({ scope: 'pending', status: 'approved' })).toEqual([]);
    expect(await found({ scope: 'pending', status: 'pending' })).toEqual([ids.pending]);
  });

  it('can be filtered by flagged or unflagged sales', async () => {
    expect(await found({ flagged: true })).toEqual([ids.pending]);
    expect(await found({ flagged: true, scope: 'pending' })).toEqual([ids.pending]);
    expect(await found({ flagged: 'false' })).toEqual([ids.approved, ids.rejected]);
  });

  it('shows deleted sales instead of the others, to admins only', async () => {
    expect(await found({ deleted: true })).toEqual([ids.deleted]);
    expect(await found({ deleted: false })).toEqual([ids.pending, ids.approved, ids.rejected]);
    await expect(found({ deleted: true }, checker)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { data } = await as(admin).reviews.list({ scope: 'all', name, deleted: true });
    expect(data[0]).toMatchObject({
      deleted_at: expect.any(String),
      deleted_by: 'oak',
      decided: { by: 'brock' },
    });
  });
});
