import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { afterCommit } from '../../db/retrying-entity-manager.ts';
import { makeAccount, makeSale } from '../../testing/accounts/factories.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { lockAwaited } from '../../testing/run/lock-waits.ts';
import { testServer } from '../../testing/run/server.ts';
import { connect } from '../../testing/servers/postgres.ts';
import { importCsv } from '../csv-import.ts';

const server = testServer();
const holder = fixture(() => connect(server.database.url), 'end');

async function count(table: string): Promise<number> {
  const [row] = await server.sql<{ rows: number }>(`select count(*)::int as rows from ${table}`);
  return row?.rows ?? 0;
}
const imported = (csv: string, dryRun: boolean) =>
  server.services().itemImport.run(Readable.from([csv]), { dryRun });
const allTraces = () =>
  server.sql(`select actor_name, detail from audit_event where action = 'items.imported' order by event_id`);

let earlier = 0;
/** Those of the test. */
const traces = async () => (await allTraces()).slice(earlier);

beforeEach(async () => {
  await server.sql(`delete from item where source = 'import'`);
  earlier = (await allTraces()).length;
});

describe('an import of items', () => {
  const csv = [
    '\ufeffname,category,image_url',
    'Golden Mount,mount,http://imgur.com/gallery/a',
    'golden  mount,,',
    'Leftovers,,',
    '"Quoted ""X"", thing",,',
    ',cosmetic,',
    'Bad\u202eName,,',
    'Linked,,javascript:alert(1)',
    'Elsewhere,,https://pictures.example/a.png',
    'too,few',
    `${'y'.repeat(101)},,`,
    `Long Link,,https://i.imgur.com/${'é'.repeat(1_000)}.jpg`,
  ].join('\r\n');
  const run = (dryRun: boolean) => imported(csv, dryRun);

  it('reports every line of a dry run and changes nothing', async () => {
    const before = await count('item');
    const report = await run(true);
    expect(report).toMatchObject({ added: 2, exists: 2 });
    expect(report.refused.map(({ line }) => line)).toEqual([6, 7, 8, 9, 10, 11, 12]);
    expect(report.refused.map(({ message }) => message)).toEqual([
      'name is required',
      'name contains a character that is not allowed',
      'image_url must be a web address that starts with http:// or https://',
      'Images must be hosted at i.imgur.com, play.pokemonshowdown.com or raw.githubusercontent.com',
      'The line does not have as many values as the header.',
      'name can be at most 100 characters long',
      'image_url can be at most 2048 characters long',
    ]);
    expect(await count('item')).toBe(before);
    expect(await traces()).toEqual([]);
  });

  it('adds them by the key of their names, as approvals do, also across batches', async () => {
    const names = Array.from({ length: 600 }, (_, n) => `Relic ${1_000 + n}`);
    await imported(['name', ...names.toReversed(), '!relic 0', 'Relic 0'].join('\n'), false);
    const added = await server.sql<{ name: string }>(
      `select name from item where source = 'import' order by item_id`,
    );
    expect(added.map(({ name }) => name)).toEqual(['!relic 0', ...names]);
  });

  it('survives a pause that is longer than a transaction may be idle', async () => {
    async function* slow() {
      yield `name\n${Array.from({ length: 1_000 }, (_, n) => `Relic ${n}\n`).join('')}`;
      await server.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'`,
      );
      yield 'Last Relic\n';
    }
    const report = await server.services().itemImport.run(Readable.from(slow()), { dryRun: true });
    expect(report).toMatchObject({ added: 1_001, refused: [] });
  });

  it('adds new items, and nothing when it is repeated', async () => {
    expect(await run(false)).toMatchObject({ added: 2, exists: 2 });
    expect(
      await server.sql(
        "select category, image_url, source, generation from item where name = 'Golden Mount'",
      ),
    ).toEqual([
      { category: 'mount', image_url: 'https://i.imgur.com/a.jpg', source: 'import', generation: null },
    ]);
    const trace = [{ actor_name: 'test', detail: { added: 2, exists: 2, refused: 7 } }];
    expect(await traces()).toEqual(trace);
    expect(await run(false)).toMatchObject({ added: 0, exists: 4 });
    expect(await traces()).toEqual(trace);
  });

  it('is logged only after its transaction has committed', async () => {
    const steps: string[] = [];
    const nothing = {
      columns: ['name'],
      required: [],
      nameColumn: 'name',
      check: () => ({ row: '' }),
      add: async () => 0,
    };
    await importCsv(server.scope().em, Readable.from(['name\nx']), nothing, false, async () => {
      afterCommit(() => steps.push('logged'));
      steps.push('done');
    });
    expect(steps).toEqual(['done', 'logged']);
  });

  it('adds an item whose only approval was undone, and not one that is sold', async () => {
    const { sales } = server.services((await makeAccount(server, 'checker')).actor);
    const ids = [
      await makeSale(server, { name: 'Undone mount' }),
      await makeSale(server, { name: 'Sold mount' }),
    ];
    for (const id of ids) await sales.decide('item', { id, status: 'approved' });
    await sales.undo(ids.slice(0, 1).map((id) => ({ id })));
    expect(await imported('name\nUndone Mount\nSold Mount', false)).toMatchObject({ added: 1, exists: 1 });
    expect(await server.sql(`select name, source from item where name like '% Mount' order by name`)).toEqual(
      [{ name: 'Undone Mount', source: 'import' }],
    );
  });

  describe('spells a name as its sales', () => {
    const names = (id: number) =>
      server.sql(
        'select sale.name as sale, item.name as item from sale join item using (item_id) where sale_id = ?',
        [id],
      );
    const inCapitals = (name: string) => imported(`name\n${name.toUpperCase()}`, false);

    it('when one is approved meanwhile', async () => {
      const id = await makeSale(server, { name: 'Fresh mount' });
      await holder.query(`begin; select pg_advisory_xact_lock(hashtext('market_sequence'))`);
      const decision = server.services().sales.decide('item', { id, status: 'approved' });
      await lockAwaited(server);
      const importing = inCapitals('Fresh mount');
      await Promise.race([lockAwaited(server, 2), importing]);
      await holder.query('rollback');
      await Promise.all([decision, importing]);
      expect(await names(id)).toEqual([{ sale: 'FRESH MOUNT', item: 'FRESH MOUNT' }]);
    });

    it('when one is pending', async () => {
      const { sales } = server.services((await makeAccount(server, 'checker')).actor);
      const undone = await makeSale(server, { name: 'Stale mount' });
      await sales.decide('item', { id: undone, status: 'approved' });
      const id = await makeSale(server, { name: 'Stale mount' });
      await sales.undo([{ id: undone }]);
      await inCapitals('Stale mount');
      await sales.decide('item', { id, status: 'approved' });
      expect(await names(id)).toEqual([{ sale: 'STALE MOUNT', item: 'STALE MOUNT' }]);
    });

    it('when one is submitted meanwhile', async () => {
      const { sales } = server.services((await makeAccount(server, 'checker')).actor);
      const undone = await makeSale(server, { name: 'Late mount' });
      await sales.decide('item', { id: undone, status: 'approved' });
      await sales.undo([{ id: undone }]);
      // A submission that has looked the name up.
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock_shared($1)', [ADVISORY_LOCKS.itemNames]);
      const importing = inCapitals('Late mount');
      await Promise.race([lockAwaited(server), importing]);
      const { rows } = await holder.query<{ sale_id: number }>(
        `insert into sale (kind, name, item_id, price, date_sold) select 'item', name, item_id, 1, '2026-05-01'
         from item where name = 'Late mount' returning sale_id`,
      );
      await holder.query('commit');
      await importing;
      expect(await names(rows[0]?.sale_id ?? 0)).toEqual([{ sale: 'LATE MOUNT', item: 'LATE MOUNT' }]);
    });

    it('when one is deleted, and restored later', async () => {
      const { saleAdmin } = server.services((await makeAccount(server, 'admin')).actor);
      const id = await makeSale(server, { name: 'Lost mount', status: 'approved' });
      await saleAdmin.remove('item', { id });
      await inCapitals('Lost mount');
      await saleAdmin.restore({ id });
      expect(await names(id)).toEqual([{ sale: 'LOST MOUNT', item: 'LOST MOUNT' }]);
    });
  });

  it.each([
    ['empty', '', "The header must contain the column 'name'."],
    ['without the name column', 'category\nx\n', "The header must contain the column 'name'."],
    ['with an unknown column', 'name,colour\nx,y\n', "Unknown column 'colour'"],
    ['with a duplicate column', 'name,name\nx,y\n', 'names a column twice'],
    [
      'with an open quote',
      'name\nFirst Thing\n"open\nx\n',
      'Line 3 is not readable as CSV: a quote in it is not closed.',
    ],
  ])('refuses the whole file if it is %s', async (_, text, message) => {
    const before = await count('item');
    const refused = imported(text, false);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ kind: 'invalid' });
    expect(await count('item')).toBe(before);
  });
});
