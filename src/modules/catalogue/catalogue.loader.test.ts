import { describe, expect, it } from 'vitest';
import { testEntityManager } from '../../testing/run/entity-manager.ts';
import { loadCatalogue } from './catalogue.loader.ts';
import { findItems } from './item.queries.ts';

const fork = testEntityManager('owner');

async function count(table: string): Promise<number> {
  const [row] = await fork().execute<{ rows: number }[]>(`select count(*)::int as rows from ${table}`);
  return row?.rows ?? 0;
}

describe('loadCatalogue', () => {
  it('fills the tables once and does nothing after that', async () => {
    const em = fork();
    await em.execute('delete from catalogue_version');
    await em.execute('truncate species, species_form, ability, item cascade');

    const first = await loadCatalogue(em);
    expect(first).toMatchObject({ loaded: true, species: { added: 1025, changed: 0 } });
    expect(await count('species_form')).toBe(first.forms.added);
    expect(await count('ability')).toBe(first.abilities.added);
    expect(await count('item')).toBe(first.items.added);

    expect(await loadCatalogue(em)).toMatchObject({ loaded: false, species: { added: 0, changed: 0 } });
  });

  it('corrects rows that differ from the file and keeps the items that others added', async () => {
    const em = fork();
    await em.execute('delete from catalogue_version');
    await em.execute("update species set name = 'Bulbosaur' where species_id = 1");
    await em.execute("insert into species_form values (1, 'Gone', 1, '[]', 'bulbasaur-gone')");
    await em.execute("update item set name = 'MASTER ball', source = 'market' where name = 'Master Ball'");
    await em.execute("insert into item (name, source) values ('Halloween Mount', 'import')");

    const report = await loadCatalogue(em);

    expect(report).toMatchObject({
      loaded: true,
      species: { added: 0, changed: 1 },
      forms: { added: 0, changed: 0 },
      items: { added: 0, changed: 1 },
    });
    expect(await em.execute("select 1 from species_form where form = 'Gone'")).toEqual([]);
    expect(await em.execute("select source from item where name = 'Master Ball'")).toEqual([
      { source: 'catalogue' },
    ]);
    expect((await findItems(em, ['halloween mount'])).size).toBe(1);
  });

  it('respells the sales of items that it respells, and held items', async () => {
    const em = fork();
    await em.execute('delete from catalogue_version');
    await em.execute("update item set name = 'MASTER ball' where name = 'Master Ball'");
    await em.execute("update item set name = 'Focus sash' where name = 'Focus Sash'");
    await em.execute(
      `insert into sale (kind, name, item_id, price, date_sold)
       select 'item', name, item_id, 5, '2026-01-01' from item where name = 'MASTER ball'`,
    );
    await em.execute(
      `insert into sale (kind, name, species_id, form, nature, ability, hidden_power, is_shiny, held_item, price, date_sold,
         hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv)
       values ('pokemon', 'Garchomp', 445, 'Normal', 'Jolly', 'Rough Skin', 'Dark', false, 'Focus sash', 5, '2026-01-01',
         1, 1, 1, 1, 1, 1)`,
    );
    await loadCatalogue(em);
    expect(await em.execute('select name, held_item from sale order by kind')).toEqual([
      { name: 'Master Ball', held_item: null },
      { name: 'Garchomp', held_item: 'Focus Sash' },
    ]);
  });

  it('respells the sprites of pokemon that it respells', async () => {
    const em = fork();
    await em.execute('delete from catalogue_version');
    await em.execute("update species set name = 'Bulbosaur' where species_id = 1");
    await em.execute(
      `insert into sprite (pokemon_id, pokemon_name, variant, imgur_url)
       values (1, 'Bulbosaur', 'Normal', 'https://i.imgur.com/1.png')`,
    );
    await loadCatalogue(em);
    expect(await em.execute('select pokemon_name from sprite')).toEqual([{ pokemon_name: 'Bulbasaur' }]);
  });

  it('loads once when several processes start together', async () => {
    await fork().execute('delete from catalogue_version');
    const reports = await Promise.all([1, 2, 3].map(() => loadCatalogue(fork())));
    expect(reports.filter((report) => report.loaded)).toHaveLength(1);
  });

  it('is rolled back with the surrounding transaction', async () => {
    const em = fork();
    await em.execute('delete from catalogue_version');
    const failing = em.transactional(async (tx) => {
      await loadCatalogue(tx);
      throw new Error('later step failed');
    });
    await expect(failing).rejects.toThrow('later step failed');
    expect(await count('catalogue_version')).toBe(0);
    await loadCatalogue(em);
  });
});
