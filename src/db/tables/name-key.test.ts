import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { administer, urlOf } from '../../testing/servers/postgres.ts';
import { createOrm } from '../orm.ts';

const BEFORE = 'Migration20261122000001_proof';

it('gives existing sales their key, and makes one item of several spellings', async () => {
  const { url } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(url, `create database ${name}`);
  const orm = await createOrm({ url: urlOf(url, name), pool: 2 });
  const sql = <Row extends object>(query: string) => orm.em.fork().execute<Row[]>(query);
  const items = () => sql('select item_id, name, image_url, merged_into from item order by item_id');
  const sales = () => sql('select sale_id, name, item_id, version from sale order by sale_id');
  try {
    await orm.migrator.up({ to: BEFORE });
    await sql(`insert into item (name, source, image_url, merged_into) values
      ('Odd-Orb', 'market', 'https://i.imgur.com/odd.png', null), ('Odd Orb', 'catalogue', null, null),
      ('ODDORB!', 'market', null, 4), ('Other', 'market', null, null), ('Od Orb', 'market', null, 1)`);
    await sql(`insert into sale (kind, name, price, date_sold, item_id) values
      ('item', 'Odd-Orb', 5, '2026-01-01', 1), ('item', 'Odd Orb', 5, '2026-01-01', 2),
      ('item', 'Other', 5, '2026-01-01', 4), ('item', 'Néw Orb', 5, '2026-01-01', null)`);
    await sql(`insert into sale_event (sale_id, type, actor_name) values (4, 'submitted', 'demo data')`);
    await sql(`insert into flag_due (kind, name, due_since) values
      ('item', 'odd-orb', now()), ('item', 'odd orb', now()), ('item', 'other', now())`);
    await orm.migrator.up();

    expect(await items()).toEqual([
      { item_id: 2, name: 'Odd Orb', image_url: 'https://i.imgur.com/odd.png', merged_into: null },
      { item_id: 4, name: 'Other', image_url: null, merged_into: null },
      { item_id: 5, name: 'Od Orb', image_url: null, merged_into: 2 },
    ]);
    expect(await sales()).toEqual([
      { sale_id: 1, name: 'Odd-Orb', item_id: 2, version: 1 },
      { sale_id: 2, name: 'Odd Orb', item_id: 2, version: 1 },
      { sale_id: 3, name: 'Other', item_id: 4, version: 1 },
      { sale_id: 4, name: 'Néw Orb', item_id: null, version: 1 },
    ]);
    expect(await sql('select name_key, import_key from sale order by sale_id')).toEqual([
      { name_key: 'oddorb', import_key: null },
      { name_key: 'oddorb', import_key: null },
      { name_key: 'other', import_key: null },
      { name_key: 'neworb', import_key: 'demo-4' },
    ]);
    expect(await sql('select name from flag_due order by name')).toEqual([
      { name: 'oddorb' },
      { name: 'other' },
    ]);
    expect(await sql('select count(*)::int as marked from flag_mark')).toEqual([{ marked: 4 }]);
    await expect(sql(`insert into item (name, source) values ('ODD ORB', 'market')`)).rejects.toThrow(
      'unique',
    );

    // The way back works too.
    await orm.migrator.down({ to: BEFORE });
    expect(await sales()).toHaveLength(4);
  } finally {
    await orm.close();
    await administer(url, `drop database ${name} with (force)`);
  }
});
