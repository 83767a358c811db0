import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { createServices } from '../../runtime/services.ts';
import { makeAccount, makeSale, type TestAccount } from '../../testing/accounts/factories.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { makeDuplicates, scanForDuplicates } from '../../testing/market/duplicates.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();
const DAY = daysBefore(todayUtc(), 5);

let admin: TestAccount;
const caller = () => callerFor(server, admin.token);

beforeAll(async () => {
  admin = await makeAccount(server, 'admin');
});
beforeEach(async () => {
  // Each test starts without sales of other tests.
  await server.truncate('sale', 'duplicate_scan', 'not_duplicates');
});

/** The ids of the groups that a scan finds now, by kind. */
async function found() {
  await scanForDuplicates(server);
  const { items, pokemon } = await caller().admin.duplicates({});
  return { items: items.map(({ item_ids }) => item_ids), pokemon: pokemon.map(({ sale_ids }) => sale_ids) };
}

const sqlOn = (id: number, change: string) =>
  server.sql(`update sale set ${change}, version = version + 1 where sale_id = ?`, [id]);
const historyOf = async (id: number) => {
  const { sale, history } = await caller().reviews.detail({ id });
  return { sale, last: history.at(-1) };
};
const remove = (id: number, type: 'item' | 'pokemon' = 'item') =>
  call(server, 'DELETE', `/admin/duplicates/${type}/${id}`, { token: admin.token });

describe('a scan groups', () => {
  it('items of the same name in any case, price and day, of any status but rejected', async () => {
    const same = { price: 500, date_sold: DAY };
    const first = await makeSale(server, { ...same, name: 'Master Ball', status: 'approved' });
    const second = await makeSale(server, { ...same, name: 'Master Ball' });
    await sqlOn(second, `name = 'MASTER ball', item_id = null`);
    const third = await makeSale(server, { ...same, name: 'Master Ball' });
    await makeSale(server, { ...same, name: 'Master Ball', status: 'rejected' });
    const deleted = await makeSale(server, { ...same, name: 'Master Ball' });
    await server.services().saleAdmin.remove('item', { id: deleted });
    await makeSale(server, { ...same, name: 'Ultra Ball' });
    await makeSale(server, { ...same, name: 'Master Ball', price: 501 });
    await makeSale(server, { ...same, name: 'Master Ball', date_sold: daysBefore(DAY, 1) });
    expect(await found()).toEqual({ items: [`${first},${second},${third}`], pokemon: [] });
  });

  it.each([
    ['another nature', { nature: 'Jolly' }],
    ['another ability', { ability: 'Sand Veil' }],
    ['another shininess', { is_shiny: true }],
    ...['iv_hp', 'iv_attack', 'iv_defense', 'iv_sp_attack', 'iv_sp_defense', 'iv_speed'].map(
      (iv): [string, Record<string, number>] => [`another ${iv}`, { [iv]: 7 }],
    ),
  ])('pokemon of one name, price, day and traits, not with %s', async (_what, traits) => {
    const like = { kind: 'pokemon', price: 500, date_sold: DAY } as const;
    const first = await makeSale(server, like);
    await makeSale(server, { ...like, traits });
    expect(await found()).toEqual({ items: [], pokemon: [] });
    const second = await makeSale(server, { ...like, traits: { level: 5, held_item: 'Choice Band' } });
    expect(await found()).toEqual({ items: [], pokemon: [`${first},${second}`] });
  });

  it('pokemon not with another form', async () => {
    const like = { kind: 'pokemon', name: 'Rotom', price: 500, date_sold: DAY } as const;
    const ability = 'Levitate';
    await makeSale(server, { ...like, traits: { ability, form: 'Normal' } });
    await makeSale(server, { ...like, traits: { ability, form: 'Wash' } });
    expect(await found()).toEqual({ items: [], pokemon: [] });
  });

  it('entries in the order of their submission', async () => {
    const [first, second] = await makeDuplicates(server);
    await server.sql('alter table sale disable trigger sale_state_machine');
    await server.sql(`update sale set date_submitted = date_submitted - interval '1 day' where sale_id = ?`, [
      second,
    ]);
    await server.sql('alter table sale enable trigger sale_state_machine');
    expect((await found()).items).toEqual([`${second},${first}`]);
  });
});

it('returns groups in the documented shape', async () => {
  const [first, second] = await makeDuplicates(server, { price: 900, date_sold: DAY, name: 'Master Ball' });
  await makeDuplicates(server, { kind: 'pokemon', price: 700, date_sold: DAY, proof_url: null });
  const link = 'https://forum.example/thread/1';
  expect((await call(server, 'GET', '/admin/duplicates', { token: admin.token })).body).toEqual({
    items: [],
    pokemon: [],
    total_items: 0,
    total_pokemon: 0,
    scanned_at: null,
    status: 'never',
  });
  await scanForDuplicates(server);
  const { body } = await call(server, 'GET', '/admin/duplicates', { token: admin.token });
  expect(body).toEqual({
    items: [
      {
        item_ids: `${first},${second}`,
        name: 'Master Ball',
        price: 900,
        date: DAY,
        count: 2,
        proof_urls: `${link}|||${link}`,
      },
    ],
    pokemon: [
      {
        sale_ids: '3,4',
        pokemon_name: 'Garchomp',
        price: 700,
        date: DAY,
        count: 2,
        proof_urls: '',
        nature: 'Adamant',
        ability: 'Rough Skin',
        hidden_power: 'Electric',
        form: 'Normal',
        hp_iv: 31,
        atk_iv: 31,
        def_iv: 31,
        spatk_iv: 4,
        spdef_iv: 31,
        speed_iv: 31,
      },
    ],
    total_items: 1,
    total_pokemon: 1,
    status: 'done',
    scanned_at: server.clock.now().toISOString(),
  });
});

it('returns the newest days first, up to the limit, with the total number of groups', async () => {
  for (const days of [9, 2, 6]) await makeDuplicates(server, { date_sold: server.daysAgo(days) });
  await scanForDuplicates(server);
  const { data, total } = await caller().admin.duplicateGroups({ kind: 'item', limit: 2 });
  expect(total).toBe(3);
  expect(data.map(({ sales }) => sales.map(({ date_sold }) => date_sold))).toEqual([
    Array(2).fill(server.daysAgo(2)),
    Array(2).fill(server.daysAgo(6)),
  ]);
  expect(data[0]?.sales[0]).toMatchObject({ kind: 'item', sale_id: 3, status: 'pending', version: 1 });
});

it('leaves out sales that were deleted, rejected or changed since', async () => {
  const pair = await makeDuplicates(server);
  const three = await makeDuplicates(server, {}, 3);
  const changed = await makeDuplicates(server);
  const rejected = await makeDuplicates(server);
  await scanForDuplicates(server);
  const { saleAdmin, sales } = server.services();
  await saleAdmin.remove('item', { id: pair[1] });
  await saleAdmin.remove('item', { id: three[0] });
  await sales.edit('item', changed[0], { price: 1 });
  await sales.decide('item', { id: rejected[1], status: 'rejected' });
  const { items, total_items } = await caller().admin.duplicates({});
  expect(items).toMatchObject([{ item_ids: `${three[1]},${three[2]}`, count: 2 }]);
  expect(total_items).toBe(1);
});

describe('deleting an entry', () => {
  it('hides it; its history names the duplicate, and it can be restored', async () => {
    const [first, second] = await makeDuplicates(server, { kind: 'pokemon' });
    await scanForDuplicates(server);
    expect(await remove(second, 'pokemon')).toMatchObject({
      status: 200,
      body: { message: "The entry is deleted. It can be restored from the sale's history." },
    });
    expect(await caller().admin.duplicates({})).toMatchObject({ pokemon: [], total_pokemon: 0 });
    const { last } = await historyOf(second);
    expect(last).toMatchObject({
      type: 'deleted',
      by: admin.user.username,
      notes: `Duplicate of sale ${first}.`,
    });
    await caller().reviews.restore({ id: second });
    expect(await caller().admin.duplicates({})).toMatchObject({ total_pokemon: 1 });
  });

  it('is refused when the entry was deleted, changed, or has no duplicates left', async () => {
    const [first, second] = await makeDuplicates(server);
    const [changed] = await makeDuplicates(server);
    await scanForDuplicates(server);
    await server.services().sales.edit('item', changed, { price: 1 });
    await remove(second);
    expect(await remove(second)).toMatchObject({
      status: 409,
      body: { error: `Sale ${second} has already been deleted.` },
    });
    for (const id of [first, changed])
      expect(await remove(id)).toMatchObject({
        status: 409,
        body: {
          error: `Sale ${id} is no longer a duplicate: it was changed, or its duplicates are gone.`,
        },
      });
  });

  it('that is repeated with the same version changes nothing, also after the next scan', async () => {
    const [, id] = await makeDuplicates(server);
    await scanForDuplicates(server);
    const entry = { type: 'item', id } as const;
    await expect(caller().admin.deleteDuplicate({ ...entry, version: 2 })).rejects.toThrow('changed');
    await caller().admin.deleteDuplicate({ ...entry, version: 1 });
    await scanForDuplicates(server);
    await caller().admin.deleteDuplicate({ ...entry, version: 1 });
    expect(await historyOf(id)).toMatchObject({ sale: { version: 2 }, last: { type: 'deleted' } });
    const other = callerFor(server, (await makeAccount(server, 'admin')).token);
    await expect(other.admin.deleteDuplicate({ ...entry, version: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Sale ${id} has already been deleted.`,
    });
  });

  it('is limited to the groups of the last scan, and to the given kind', async () => {
    const [first] = await makeDuplicates(server);
    expect(await remove(first)).toMatchObject({
      status: 404,
      body: { error: 'There is no such duplicate.' },
    });
    await scanForDuplicates(server);
    const [later] = await makeDuplicates(server);
    const alone = await makeSale(server);
    for (const id of [later, alone, 999_999]) expect(await remove(id)).toMatchObject({ status: 404 });
    expect(await remove(first, 'pokemon')).toMatchObject({ status: 404 });
  });

  it('leaves one entry when two admins delete both concurrently', async () => {
    const pair = await makeDuplicates(server);
    await scanForDuplicates(server);
    const answers = await Promise.all(pair.map((id) => remove(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('merging', () => {
  it('keeps one, joins the proofs to its history, and deletes the others', async () => {
    const bare = { proof_url: null, status: 'approved' } as const;
    const [first, second, third] = await makeDuplicates(server, bare, 3);
    await sqlOn(second, `proof_url = 'https://a.example/1', proof_thread = 'a.example/1'`);
    await scanForDuplicates(server);
    const kept = await caller().admin.mergeDuplicates({ keep: first, remove: [third ?? 0, second] });
    expect(kept).toMatchObject({
      sale_id: first,
      status: 'approved',
      proof_url: 'https://a.example/1',
      version: 3,
    });
    const { last } = await historyOf(first);
    expect(last).toMatchObject({
      type: 'edited',
      by: admin.user.username,
      notes: `Merged with sale ${third} (no proof), sale ${second} (https://a.example/1).`,
      changes: [{ field: 'proof_url', before: null, after: 'https://a.example/1' }],
    });
    expect(await server.sql('select proof_thread from sale where sale_id = ?', [first])).toEqual([
      { proof_thread: 'a.example/1' },
    ]);
    for (const id of [second, third ?? 0]) {
      const { sale, last: end } = await historyOf(id);
      expect(sale.deleted_at).not.toBeNull();
      expect(end).toMatchObject({ type: 'deleted', notes: `Merged into sale ${first}.` });
    }
    const [trace] = await server.sql(
      `select actor_name, target, detail from audit_event where action = 'duplicates.merged'
       order by event_id desc limit 1`,
    );
    expect(trace).toMatchObject({
      target: `sale ${first}`,
      detail: { keep: first, removed: [third, second] },
    });
  });

  it('does not replace an existing proof', async () => {
    const [first, second] = await makeDuplicates(server);
    await sqlOn(first, `proof_url = 'https://a.example/1', proof_thread = 'a.example/1'`);
    await scanForDuplicates(server);
    await caller().admin.mergeDuplicates({ keep: first, remove: [second] });
    expect(await historyOf(first)).toMatchObject({
      sale: { proof_url: 'https://a.example/1' },
      last: { notes: `Merged with sale ${second} (https://forum.example/thread/1).`, changes: [] },
    });
  });

  it('that is repeated changes nothing, unless another admin has merged them', async () => {
    const [keep, second, third = 0] = await makeDuplicates(server, {}, 3);
    await scanForDuplicates(server);
    const merge = { keep, remove: [second, third] };
    const audited = () => server.sql(`select from audit_event where action = 'duplicates.merged'`);
    const before = (await audited()).length;
    const kept = await caller().admin.mergeDuplicates(merge);
    expect(await caller().admin.mergeDuplicates(merge)).toEqual(kept);
    expect(await audited()).toHaveLength(before + 1);
    const other = callerFor(server, (await makeAccount(server, 'admin')).token);
    await expect(other.admin.mergeDuplicates(merge)).rejects.toThrow('has already been deleted');
  });

  it('deletes no approved sale for one that is not, such as one that returned to review meanwhile', async () => {
    const [first, second] = await makeDuplicates(server, { status: 'approved' });
    await scanForDuplicates(server);
    await caller().reviews.return({ id: first });
    const merging = caller().admin.mergeDuplicates({ keep: first, remove: [second] });
    await expect(merging).rejects.toThrow(`Keep sale ${second}.`);
    await caller().admin.mergeDuplicates({ keep: second, remove: [first] });
  });

  it('changes nothing when the group is no longer listed, because its sales are different ones', async () => {
    const ids = await makeDuplicates(server);
    const [keep, other] = ids;
    await scanForDuplicates(server);
    await caller().admin.dismissDuplicates({ sale_ids: ids });
    const merge = () => caller().admin.mergeDuplicates({ keep, remove: [other] });
    await expect(merge()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('marked as different'),
    });
    expect(await historyOf(other)).toMatchObject({ sale: { deleted_at: null } });
    await caller().admin.dismissDuplicates({ sale_ids: ids, dismissed: false });
    expect(await merge()).toMatchObject({ sale_id: keep });
  });

  it('changes nothing when one of them cannot be merged', async () => {
    const [first, second, third = 0] = await makeDuplicates(server, {}, 3);
    const [other] = await makeDuplicates(server);
    await scanForDuplicates(server);
    await server.services().saleAdmin.remove('item', { id: third });
    const merge = (keep: number, ...gone: number[]) => caller().admin.mergeDuplicates({ keep, remove: gone });
    await expect(merge(first, second, third)).rejects.toThrow(`Sale ${third} has already been deleted.`);
    await expect(merge(first, second, other)).rejects.toThrow('There is no such duplicate.');
    await expect(merge(999_999, second)).rejects.toThrow('There is no such duplicate.');
    await expect(merge(first, first)).rejects.toThrow('Specify each sale only once');
    await expect(merge(first)).rejects.toThrow('Specify at least one sale to remove');
    await server.services().sales.edit('item', second, { price: 1 });
    await expect(merge(first, second)).rejects.toThrow(
      `Sale ${second} is no longer a duplicate of sale ${first}: one of them was changed.`,
    );
    const events = await server.sql(
      `select type from sale_event where sale_id = any(?) and type <> 'submitted'`,
      [`{${first},${second},${other}}`],
    );
    expect(events).toEqual([{ type: 'edited' }]);
    await server.services().saleAdmin.remove('item', { id: second });
    await expect(merge(first, second)).rejects.toThrow(`Sale ${second} has already been deleted.`);
  });
});

it('a dismissed group is left out, also by later scans, until another sale joins it', async () => {
  const [before] = await server.sql('select coalesce(max(event_id), 0) as last from audit_event');
  const same = { price: 7_000 };
  const [first, second] = await makeDuplicates(server, same);
  const group = [
    { items: [`${first},${second}`], pokemon: [] },
    { items: [], pokemon: [] },
  ] as const;
  expect(await found()).toEqual(group[0]);
  const dismiss = (sale_ids: number[], dismissed?: boolean) =>
    caller().admin.dismissDuplicates({ sale_ids, dismissed });
  await dismiss([second, first]);
  expect(await caller().admin.duplicates({})).toMatchObject({ items: [], total_items: 0 });
  expect(await found()).toEqual(group[1]);
  await dismiss([first, second], false);
  expect(await found()).toEqual(group[0]);
  await dismiss([first, second]);
  const third = await makeSale(server, same);
  expect(await found()).toEqual({ items: [`${first},${second},${third}`], pokemon: [] });
  await dismiss([first, second, third]);
  await server.services().saleAdmin.remove('item', { id: third });
  expect(await found()).toEqual(group[1]);

  await expect(dismiss([first, first], false)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(dismiss([first, 999_999])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await dismiss([first, second], false);
  expect(await found()).toEqual(group[0]);
  await dismiss([first, second], false);
  const traces = await server.sql(
    `select action, detail from audit_event where event_id > ? and detail->'sale_ids' is not null order by event_id limit 2`,
    [before?.last],
  );
  expect(traces).toEqual([
    { action: 'duplicates.dismissed', detail: { sale_ids: [second, first] } },
    { action: 'duplicates.listed-again', detail: { sale_ids: [first, second] } },
  ]);
});

it('a group that is dismissed again, in any order, is neither stored nor recorded twice', async () => {
  const [first, second] = await makeDuplicates(server);
  await scanForDuplicates(server);
  const records = () => server.sql(`select from audit_event where action = 'duplicates.dismissed'`);
  const before = (await records()).length;
  await caller().admin.dismissDuplicates({ sale_ids: [first, second] });
  await caller().admin.dismissDuplicates({ sale_ids: [second, first] });
  expect(await server.sql('select sale_ids from not_duplicates')).toEqual([{ sale_ids: [first, second] }]);
  expect(await records()).toHaveLength(before + 1);
});

it('a part of a group is not dismissed, but lists the group again', async () => {
  const ids = await makeDuplicates(server, { price: 8_000 }, 4);
  const [first, second, third, fourth] = ids;
  const group = { items: [ids.join()], pokemon: [] };
  expect(await found()).toEqual(group);
  const dismiss = (sale_ids: number[], dismissed?: boolean) =>
    caller().admin.dismissDuplicates({ sale_ids, dismissed });
  await expect(dismiss([first, second])).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `The group also has sales ${third} and ${fourth}.`,
  });
  expect(await found()).toEqual(group);
  await dismiss(ids);
  expect(await found()).toMatchObject({ items: [] });
  await dismiss([first, second], false);
  expect(await found()).toEqual(group);
});

describe('scanning', () => {
  beforeEach(async () => {
    admin = await makeAccount(server, 'admin');
  });
  const start = () => call(server, 'POST', '/admin/duplicates/scan', { token: admin.token });
  const status = () => caller().admin.scan({});

  it('runs in steps, one scan at a time', async () => {
    await makeDuplicates(server);
    expect(await status()).toMatchObject({ job_id: null, status: 'never', progress: 0, scanned_at: null });
    const answers = await Promise.all([start(), start(), start()]);
    const ids = new Set(answers.map(({ body }) => body.job_id));
    expect(ids.size).toBe(1);
    const [id] = ids;
    expect(await status()).toMatchObject({ job_id: id, status: 'waiting', progress: 0 });

    const steps: unknown[] = [];
    const { duplicateScan } = server.services();
    while (await duplicateScan.next(Number(id))) steps.push(await status());
    expect(steps).toMatchObject([
      { status: 'running', progress: 0, scanned_at: null },
      { status: 'running', progress: 0.5 },
    ]);
    expect(await status()).toMatchObject({
      status: 'done',
      progress: 1,
      scanned_at: server.clock.now().toISOString(),
    });
    const again = await start();
    expect(again.body.job_id).not.toBe(id);
    const asked = await server.sql(
      `select count(*)::int as times from audit_event where action = 'duplicates.scan-started' and actor_name = ?`,
      [admin.user.username],
    );
    expect(asked).toEqual([{ times: 2 }]);
  });

  it('shows the groups of the previous scan until the new one is done, and then only the new ones', async () => {
    // On different days: the order of groups of one day is not specified.
    const [first, second] = await makeDuplicates(server, { date_sold: DAY });
    await scanForDuplicates(server);
    const later = await makeDuplicates(server, { date_sold: daysBefore(DAY, 1) });
    await start();
    const { duplicateScan } = server.services();
    const { job_id } = await status();
    await duplicateScan.next(Number(job_id));
    await duplicateScan.next(Number(job_id));
    const shown = await caller().admin.duplicates({});
    expect(shown).toMatchObject({ items: [{ item_ids: `${first},${second}` }], status: 'running' });
    await duplicateScan.next(Number(job_id));
    const ids = (await caller().admin.duplicates({})).items.map(({ item_ids }) => item_ids);
    expect(ids).toEqual([`${first},${second}`, later.join()]);
    expect(await server.sql('select distinct scan_id from duplicate_group')).toEqual([
      { scan_id: Number(job_id) },
    ]);
  });

  it('keeps the groups of the previous scan when one fails, and reports the error', async () => {
    const [first, second] = await makeDuplicates(server);
    await scanForDuplicates(server);
    await start();
    const { duplicateScan } = server.services();
    const { job_id } = await status();
    for (let step = 0; step < 2; step += 1) await duplicateScan.next(Number(job_id));
    await duplicateScan.giveUp(Number(job_id), 'No luck.');
    expect(await status()).toMatchObject({ job_id, status: 'failed', error: 'No luck.' });
    expect((await status()).scanned_at).not.toBeNull();
    expect(await caller().admin.duplicates({})).toMatchObject({
      items: [{ item_ids: `${first},${second}` }],
      status: 'failed',
    });
    expect(await duplicateScan.next(Number(job_id))).toBe(false);
    expect((await found()).items).toEqual([`${first},${second}`]);
  });

  it('stays done when another process gives it up afterwards', async () => {
    const [first, second] = await makeDuplicates(server);
    await scanForDuplicates(server);
    const { job_id } = await status();
    await server.services().duplicateScan.giveUp(Number(job_id), 'Too late.');
    expect(await status()).toMatchObject({ job_id, status: 'done', error: null });
    expect(await caller().admin.duplicates({})).toMatchObject({
      items: [{ item_ids: `${first},${second}` }],
    });
  });

  it('can be shared by any number of processes: each group is found once', async () => {
    for (let pair = 0; pair < 3; pair += 1) await makeDuplicates(server, { kind: pair ? 'item' : 'pokemon' });
    const scanId = await server.services().duplicateScan.start();
    const work = async () => {
      const { duplicateScan } = server.services();
      while (await duplicateScan.next(scanId));
    };
    await Promise.all([work(), work(), work()]);
    expect(await server.sql('select kind from duplicate_group order by kind')).toEqual([
      ...[{ kind: 'item' }, { kind: 'item' }, { kind: 'pokemon' }],
    ]);
    expect(await status()).toMatchObject({ status: 'done', progress: 1 });
  });

  it('neither waits for writers of sales nor blocks them', async () => {
    const [first, second] = await makeDuplicates(server);
    // An uncommitted change of a sale.
    await server.scope().em.transactional(async (em) => {
      await em.execute(`update sale set version = version + 1, review_notes = 'hm' where sale_id = ?`, [
        first,
      ]);
      await scanForDuplicates(server);
    });
    const scanId = await server.services().duplicateScan.start();
    await server.services().duplicateScan.next(scanId);
    // A step has read all sales, and has not finished.
    const scope = server.scope();
    await scope.em.transactional(async () => {
      await createServices(scope, server.runtime).duplicateScan.next(scanId);
      await server.services().sales.edit('item', second, { price: 2 });
      const kept = 'select count(*)::int as groups from duplicate_group where scan_id = ?';
      expect(await scope.em.execute(kept, [scanId])).toEqual([{ groups: 1 }]);
    });
    expect(await server.sql('select price from sale where sale_id = ?', [second])).toEqual([{ price: 2 }]);
  });
});

it('lists no more groups than the contract allows', async () => {
  await server.sql(
    `insert into sale (kind, name, price, date_sold, status)
     select 'item', 'Master Ball', 1 + n / 2, current_date - 3, 'pending' from generate_series(2, ?) n`,
    [2 * LIMITS.duplicates.listed + 7],
  );
  await scanForDuplicates(server);
  const { items, total_items } = await caller().admin.duplicates({});
  expect([items.length, total_items]).toEqual([LIMITS.duplicates.listed, LIMITS.duplicates.listed + 3]);
});
