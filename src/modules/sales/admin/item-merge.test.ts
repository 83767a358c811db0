import { beforeAll, describe, expect, it } from 'vitest';
import {
  itemSubmission,
  makeSale,
  pokemonSubmission,
  type TestAccount,
} from '../../../testing/accounts/factories.ts';
import { testAccount } from '../../../testing/accounts/test-account.ts';
import { callerFor } from '../../../testing/clients/callers.ts';
import { call } from '../../../testing/clients/rest-client.ts';
import { lockAwaited } from '../../../testing/run/lock-waits.ts';
import { recordEvents } from '../../../testing/run/recorded-events.ts';
import { testServer } from '../../../testing/run/server.ts';
import { withClient } from '../../../testing/servers/postgres.ts';

const server = testServer();
const recordedEvents = recordEvents(server);
const admin = testAccount(server, 'admin', 'lance');
const by = testAccount(server, 'user', 'joey');

const as = (account: TestAccount) => callerFor(server, account.token);
const merge = (from: string, into: string) => as(admin).admin.mergeItems({ from, into });
const preview = (from: string, into: string) => as(admin).admin.mergePreview({ from, into });
const item = (name: string, status?: 'pending' | 'approved' | 'rejected') =>
  makeSale(server, { name, by, status });
const offered = async (query: string) =>
  (await as(by).items.autocomplete({ query })).data.map(({ name, sales }) => `${name} ${sales}`);
const sale = async (id: number) => {
  const [row] = await server.sql(
    `select sale.name, item.name as item, held_item, status, version, deleted_at is not null as deleted
     from sale left join item using (item_id) where sale_id = ?`,
    [id],
  );
  return row;
};
const lastEvent = async (id: number) => {
  const [row] = await server.sql(
    `select type, username, before, after from sale_event left join account on user_id = actor_id
     where sale_id = ? order by event_id desc limit 1`,
    [id],
  );
  return row;
};
const stored = () =>
  server.sql(
    `select (select md5(string_agg(sale::text, ',' order by sale_id)) from sale) as sales,
       (select md5(string_agg(item::text, ',' order by item_id)) from item) as items,
       (select count(*) from sale_event) as events, (select count(*) from audit_event) as traces,
       (select count(*) from outbox) as jobs`,
  );

it('previews the merge, renames every sale of the spelling, and records an event for each', async () => {
  const approved = await item('Shiny Stone Box', 'approved');
  const pending = await item('SHINY stone box');
  const rejected = await item('Shiny Stone Box', 'rejected');
  const deleted = await item('Shiny Stone Box', 'approved');
  await server.services().saleAdmin.remove('item', { id: deleted });
  const holder = await makeSale(server, { kind: 'pokemon', by, traits: { held_item: 'shiny stone box' } });
  const target = await item('Shiny Stones Box', 'approved');
  const seen = { from: 'Shiny Stone Box', into: 'Shiny Stones Box', sales: 4, held: 1 };

  const before = await stored();
  expect(await preview('shiny stone box', 'shiny stones box')).toEqual(seen);
  expect(await stored()).toEqual(before);
  const versions = new Map<number, unknown>();
  for (const id of [approved, pending, rejected, deleted, holder])
    versions.set(id, (await sale(id))?.version);
  await recordedEvents.take();

  expect(await merge('shiny stone box', 'shiny stones box')).toEqual(seen);
  const now = { name: 'Shiny Stones Box', item: 'Shiny Stones Box', held_item: null, deleted: false };
  expect(await sale(approved)).toMatchObject({ ...now, status: 'approved' });
  expect(await sale(pending)).toMatchObject({ ...now, status: 'pending' });
  expect(await sale(rejected)).toMatchObject({ ...now, status: 'rejected' });
  expect(await sale(deleted)).toMatchObject({ ...now, status: 'approved', deleted: true });
  expect(await sale(holder)).toMatchObject({ name: 'Garchomp', item: null, held_item: 'Shiny Stones Box' });
  for (const [id, version] of versions) expect((await sale(id))?.version).toBe(Number(version) + 1);
  expect(await sale(target)).toMatchObject({ name: 'Shiny Stones Box', version: 2 });

  expect(await lastEvent(pending)).toEqual({
    type: 'edited',
    username: 'lance',
    before: { name: 'Shiny Stone Box' },
    after: { name: 'Shiny Stones Box' },
  });
  expect(await lastEvent(holder)).toMatchObject({
    before: { heldItem: 'Shiny Stone Box' },
    after: { heldItem: 'Shiny Stones Box' },
  });
  const changes = (await recordedEvents.take()).filter(({ type }) => type === 'sale.changed');
  expect(changes).toHaveLength(versions.size);
  const [trace] = await server.sql(
    `select action, actor_name, target, detail from audit_event where action = 'items.merged'
       order by event_id desc limit 1`,
  );
  expect(trace).toEqual({
    action: 'items.merged',
    actor_name: 'lance',
    target: 'Shiny Stones Box',
    detail: seen,
  });
});

it('no longer suggests the spelling, and resolves it to the other one in all inputs', async () => {
  await item('Dread Plate Shard', 'approved');
  await item('Dread Plates Shard', 'approved');
  const waiting = await item('Dread Plate Shard');
  await merge('Dread Plate Shard', 'Dread Plates Shard');
  expect(await offered('dread')).not.toContain('Dread Plate Shard 0');
  // The numbers of sales may lag slightly.
  await expect.poll(() => offered('dread plates shard')).toContain('Dread Plates Shard 2');

  await as(admin).items.setStatus({ id: waiting, status: 'approved' });
  const typed = await as(by).items.submit(itemSubmission({ item_name: 'dread plate shard' }));
  expect(await sale(typed.sale_id)).toMatchObject({ name: 'Dread Plates Shard', item: 'Dread Plates Shard' });
  const holder = await makeSale(server, { kind: 'pokemon', by, traits: { held_item: 'Dread Plate Shard' } });
  expect(await sale(holder)).toMatchObject({ held_item: 'Dread Plates Shard' });
  const edited = await item('Big Nugget', 'approved');
  await as(admin).admin.editItem({ id: edited, item_name: 'Dread plate shard' });
  expect(await sale(edited)).toMatchObject({ name: 'Dread Plates Shard', item: 'Dread Plates Shard' });
});

describe('a merged spelling', () => {
  const get = async (path: string) => (await call(server, 'GET', path)).body;
  const listed = async (params: Record<string, string>) =>
    (await get(`/items?${new URLSearchParams({ limit: '100', ...params })}`)).pagination.total;
  const NAMES = ['Starf Berry', 'Starff Berry', 'Lum Berry'] as const;

  beforeAll(async () => {
    for (const name of NAMES) await item(name, 'approved');
    await item('Starf Berry');
    // Also what was cached before.
    expect(await listed({ item_name: 'starf berry', exact: 'true' })).toBe(1);
    await merge('Starf Berry', 'Starff Berry');
    await merge('Starff Berry', 'Lum Berry');
  });

  it('lists the sales of its item, for visitors and reviewers, also in the chart', async () => {
    expect(await listed({ item_name: 'STARF berry', exact: 'true' })).toBe(3);
    const { pagination } = await as(admin).items.list({
      item_name: 'Starff Berry',
      exact: true,
      status: 'pending',
    });
    expect(pagination.total).toBe(1);
    const chart = await as(by).market.chart({ kind: 'item', name: 'Starf Berry', exact: true, days: 3_650 });
    expect(chart.total_records).toBe(3);
  });

  it.each([
    ['item = "starf berry"', 3],
    ['item IN ("Starf Berry", "Master Ball")', 3],
    ['item = Starf Berry AND NOT item = "Starff Berry"', 0],
    ['item = "Lum Berry" AND item != "Starf Berry"', 0],
    ['item = "Lum Berry" AND item NOT IN ("Starf Berry")', 0],
    ['item LIKE "starf%"', 0],
  ])('is its item in the query %s', async (query, total) => {
    await expect.poll(() => listed({ query })).toBe(total);
  });

  it('has the answer, the price history and the price check of its item', async () => {
    const name = encodeURIComponent('Starf Berry');
    expect(await get(`/items/answer/${name}`)).toEqual(await get('/items/answer/Lum%20Berry'));
    expect(await get(`/items/answer/${name}`)).toMatchObject({ exact: { sales: 3 } });
    expect(await get(`/items/price-history/${name}?days=3650`)).toMatchObject({
      item_name: 'Lum Berry',
      total_records: 3,
    });
    const { answer } = await as(by).market.answer({ kind: 'item', query: 'item = "Starf Berry"' });
    expect(answer).toMatchObject({ exact: { sales: 3 } });
    const similar = await as(by).market.similar({ kind: 'item', name: 'Starf Berry' });
    expect(similar.data).toHaveLength(3);
  });

  it('is read as its item by the search, and suggests it', async () => {
    const { kind, filters, suggestions } = await as(by).market.search({ text: 'starf berry' });
    expect({ kind, filters }).toEqual({ kind: 'item', filters: { name: 'Lum Berry', exact: true } });
    expect(suggestions[0]).toMatchObject({ kind: 'item', name: 'Lum Berry' });
    const traits = await as(by).market.search({ text: 'starff berry under 5m' });
    expect(traits.filters).toEqual({ name: 'Lum Berry', exact: true, max_price: 5_000_000 });
    expect((await as(by).items.autocomplete({ query: 'starf berry' })).data[0]?.name).toBe('Lum Berry');
    expect((await offered('starf')).filter((name) => name.startsWith('Starf'))).toEqual([]);
  });
});

it('names the fields as its form does when a name is too long', async () => {
  const long = 'x'.repeat(101);
  await expect(preview(long, long)).rejects.toMatchObject({
    message: expect.stringContaining('Spelling to replace can be at most 100 characters long'),
  });
  await expect(preview('Mastr ball', long)).rejects.toMatchObject({
    message: expect.stringContaining('Correct item can be at most 100 characters long'),
  });
});

it('merges a spelling that occurs only in pending sales', async () => {
  const waiting = await item('Mastr Ball');
  expect(await merge('mastr ball', 'Master Ball')).toEqual({
    from: 'Mastr Ball',
    into: 'Master Ball',
    sales: 1,
    held: 0,
  });
  expect(await sale(waiting)).toMatchObject({ name: 'Master Ball', item: 'Master Ball' });
  const again = await as(by).items.submit(itemSubmission({ item_name: 'Mastr ball' }));
  expect(await sale(again.sale_id)).toMatchObject({ name: 'Master Ball' });
});

it('follows earlier merges, and can be reverted', async () => {
  for (const name of ['Lucky Eg', 'Luky Egg', 'Lucky Eggs']) await item(name, 'approved');
  await merge('Lucky Eg', 'Luky Egg');
  await merge('Luky Egg', 'Lucky Eggs');
  expect(await merge('Lucky Eg', 'Lucky Eggs')).toMatchObject({ sales: 0, held: 0 });
  const typed = async (item_name: string) =>
    (await sale((await as(by).items.submit(itemSubmission({ item_name }))).sale_id))?.name;
  expect(await typed('lucky eg')).toBe('Lucky Eggs');
  expect(await typed('luky egg')).toBe('Lucky Eggs');
  // What leads elsewhere is not merged into by its own name.
  await item('Lucky Eg Two', 'approved');
  expect(await merge('Lucky Eg Two', 'Luky Egg')).toMatchObject({ into: 'Lucky Eggs', sales: 1 });

  expect(await merge('Lucky Eggs', 'Luky Egg')).toMatchObject({ into: 'Luky Egg', sales: 6 });
  expect(await typed('lucky eg')).toBe('Luky Egg');
  expect(await typed('LUCKY EGGS')).toBe('Luky Egg');
  expect(await offered('lucky egg')).not.toContain('Lucky Eggs 0');
});

it.each([
  ['Master Ball', 'Master Ball', '“Master Ball” and “Master Ball” are the same item'],
  ['master ball', 'MASTER BALL', '“master ball” and “MASTER BALL” are the same item'],
  ['Mystery Bal', 'Master Ball', /^There is no item “Mystery Bal”\. Did you mean .+\?$/],
  ['Ultra Ball', 'Master Bal', 'There is no item “Master Bal”. Did you mean Master Ball?'],
  ['Ultra Bal', 'Master Bal', /Did you mean Ultra Ball\?, There is no item “Master Bal”/],
  [' ', 'Master Ball', 'from is required'],
])('refuses to merge %j into %j', async (from, into, message) => {
  const before = await stored();
  for (const call of [merge, preview])
    await expect(call(from, into)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: expect.objectContaining(from === ' ' ? {} : { message: expect.stringMatching(message) }),
    });
  expect(await stored()).toEqual(before);
});

it('changes nothing when one sale cannot be changed', async () => {
  await item('Odd Keystone Copy', 'approved');
  const stubborn = await item('Odd Keystone Copy', 'approved');
  await server.sql(`create function refuse() returns trigger as
    $$ begin if new.sale_id = ${stubborn} then raise exception 'no'; end if; return new; end; $$ language plpgsql`);
  await server.sql(
    'create trigger refuse before insert on sale_event for each row execute function refuse()',
  );
  const before = await stored();
  await expect(merge('Odd Keystone Copy', 'Odd Keystone')).rejects.toMatchObject({
    code: 'INTERNAL_SERVER_ERROR',
  });
  expect(await stored()).toEqual(before);
  await server.sql('drop trigger refuse on sale_event');
  server.log.takeErrors();
  expect(await merge('Odd Keystone Copy', 'Odd Keystone')).toMatchObject({ sales: 2 });
});

it('is serialized with a decision on one of the sales', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => item('Rare Bone Bit')));
  await item('Rare Bone Bits', 'approved');
  await Promise.all([
    ...ids.map((id) => as(admin).items.setStatus({ id, status: 'approved' })),
    merge('Rare Bone Bit', 'Rare Bone Bits'),
  ]);
  for (const id of ids)
    expect(await sale(id)).toMatchObject({
      name: 'Rare Bone Bits',
      item: 'Rare Bone Bits',
      status: 'approved',
    });
});

it('leaves a sale as it is that gets another name meanwhile', async () => {
  const [corrected, other] = [await item('Wise Glases', 'approved'), await item('Wise Glases', 'approved')];
  const merged = await withClient(server.database.url, async (editor) => {
    await editor.query('begin');
    await editor.query(
      `update sale set name = item.name, item_id = item.item_id, version = version + 1
       from item where item.name = 'Master Ball' and sale_id = $1`,
      [corrected],
    );
    const merging = merge('Wise Glases', 'Wise Glasses');
    await lockAwaited(server);
    await editor.query('commit');
    return merging;
  });
  expect(merged).toMatchObject({ sales: 1 });
  expect(await sale(corrected)).toMatchObject({ name: 'Master Ball', item: 'Master Ball' });
  expect(await sale(other)).toMatchObject({ name: 'Wise Glasses', item: 'Wise Glasses' });
});

describe('while the old spelling is being stored', () => {
  /** Starts the work, and the merge once the work waits for the account of its submitter; returns the work's result. */
  async function duringMerge<T>(work: () => Promise<T>, from: string, into: string): Promise<T> {
    return withClient(server.database.url, async (holder) => {
      await holder.query('begin');
      // A new sale references the account, so storing it waits for this lock.
      await holder.query('select from account where user_id = $1 for update', [by.user.user_id]);
      const stored = work();
      await lockAwaited(server);
      const merged = merge(from, into);
      await Promise.race([lockAwaited(server, 2), merged]);
      await holder.query('rollback');
      const [result] = await Promise.all([stored, merged]);
      return result;
    });
  }

  it.each([
    ['an item', 'approved', 'Blunder Polici', 'Blunder Policies'],
    ['a spelling that occurs only in sales', 'pending', 'Rom Fossl', 'Root Fossil'],
  ] as const)('renames the sale of %s', async (_what, status, from, into) => {
    await item(from, status);
    await item(into, 'approved');
    const submit = () => as(by).items.submit(itemSubmission({ item_name: from.toLowerCase() }));
    const { sale_id } = await duringMerge(submit, from, into);
    expect(await sale(sale_id)).toMatchObject({ name: into, item: into });
  });

  it('renames the item that a pokemon sale holds', async () => {
    await item('Quik Claw', 'approved');
    const { sale_id } = await duringMerge(
      () => as(by).pokemon.submit(pokemonSubmission({ held_item: 'Quik Claw' })),
      'Quik Claw',
      'Quick Claw',
    );
    expect(await sale(sale_id)).toMatchObject({ held_item: 'Quick Claw' });
  });
});

it('locks items in the order of approvals, by the key of their names', async () => {
  for (const name of ['Amulet Coyn', 'Amulett Coin', 'Amulet Coins']) await item(name, 'approved');
  await merge('Amulet Coyn', 'Amulett Coin');
  await withClient(server.database.url, async (holder) => {
    const lock = (name: string) =>
      holder.query('select from item where name = $1 for no key update nowait', [name]);
    await holder.query('begin');
    await lock('Amulet Coins');
    const merged = merge('Amulett Coin', 'Amulet Coins');
    await lockAwaited(server);
    await lock('Amulet Coyn');
    await lock('Amulett Coin');
    await holder.query('rollback');
    expect(await merged).toMatchObject({ sales: 2 });
  });
});

it('follows a merge that another admin makes at the same time', async () => {
  for (const name of ['Pink Nectr', 'Pnk Nectar', 'Pink Nectarr']) await item(name, 'approved');
  await Promise.all([merge('Pink Nectr', 'Pnk Nectar'), merge('Pnk Nectar', 'Pink Nectarr')]);
  const names = await server.sql(
    `select sale.name, merged_into from sale join item using (item_id) where sale.name like 'P%k Nectar%' or sale.name = 'Pink Nectr'`,
  );
  expect(names).toEqual(Array(3).fill({ name: 'Pink Nectarr', merged_into: null }));
});

describe('a merge that would change something else than its preview', () => {
  const mergeAsSeen = async (from: string, into: string) => {
    const seen = await preview(from, into);
    return () => as(admin).admin.mergeItems({ from, into, seen });
  };
  const refused = (now: string) => ({
    code: 'CONFLICT',
    message: `This has changed since you saw it: the merge of ${now}. Nothing was saved.`,
  });

  it('changes nothing, and says what it would change now', async () => {
    for (const name of ['Damp Rok', 'Damp Rock']) await item(name, 'approved');
    const confirm = await mergeAsSeen('Damp Rok', 'Damp Rock');
    await item('Damp Rok');
    const before = await stored();
    await expect(confirm()).rejects.toMatchObject(
      refused('“Damp Rok” into “Damp Rock” would change 2 sales and 0 held items'),
    );
    expect(await stored()).toEqual(before);
    const again = await mergeAsSeen('Damp Rok', 'Damp Rock');
    expect(await again()).toMatchObject({ sales: 2 });
  });

  it('has the same result when it is repeated, and changes nothing', async () => {
    for (const name of ['Smooth Rok', 'Smooth Rock']) await item(name, 'approved');
    const confirm = await mergeAsSeen('Smooth Rok', 'Smooth Rock');
    const result = await confirm();
    expect(result).toMatchObject({ sales: 1, held: 0 });
    const before = await stored();
    expect(await confirm()).toEqual(result);
    expect(await stored()).toEqual(before);
  });

  it('is refused for one of two opposite merges', async () => {
    for (const name of ['Heat Rok', 'Heat Rock']) await item(name, 'approved');
    const opposite = [await mergeAsSeen('Heat Rok', 'Heat Rock'), await mergeAsSeen('Heat Rock', 'Heat Rok')];
    const outcomes = await Promise.allSettled(opposite.map((confirm) => confirm()));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is refused when its target was merged meanwhile', async () => {
    for (const name of ['Icy Rok', 'Icy Rockk', 'Icy Rock']) await item(name, 'approved');
    const confirm = await mergeAsSeen('Icy Rok', 'Icy Rockk');
    await merge('Icy Rockk', 'Icy Rock');
    await expect(confirm()).rejects.toMatchObject(
      refused('“Icy Rok” into “Icy Rock” would change 1 sale and 0 held items'),
    );
  });
});
