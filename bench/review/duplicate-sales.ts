import { withClient } from '../../src/testing/servers/postgres.ts';

/** The percentage of sales that are entered twice. */
const DUPLICATE_PERCENT = 2;

/** Realistic prices with two significant digits, so that some are equal by chance. */
const PRICE = `(round((10 + 89 * random())::numeric) * power(10, 3 + floor(3 * random())))::bigint`;
/** Days within ten years; recent ones are more frequent. */
const DAY = `current_date - floor(3650 * power(random(), 1.5))::int`;
const STATUS = `(array['approved', 'approved', 'approved', 'pending', 'rejected'])[1 + floor(5 * power(random(), 2))::int]`;

const ITEMS = `
  insert into sale (kind, name, item_id, price, date_sold, proof_url, proof_thread, status, date_submitted, decided_at)
  select 'item', item.name, item.item_id, drawn.price, drawn.day, 'https://forum.example/thread/' || drawn.n,
    'forum.example/thread/' || drawn.n, drawn.status, drawn.day, case when drawn.status <> 'pending' then drawn.day end
  from (
    select n, 1 + floor(power(random(), 2) * (select count(*) from item))::int as place,
      ${PRICE} as price, ${DAY} as day, ${STATUS} as status
    from generate_series(1, $1::int) n) drawn
  join (select *, row_number() over (order by item_id) as place from item) item using (place)`;

const POKEMON = `
  insert into sale (kind, name, price, date_sold, proof_url, proof_thread, status, date_submitted, decided_at, species_id,
    form, nature, ability, hidden_power, level, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv)
  select 'pokemon', species.name, drawn.price, drawn.day, 'https://forum.example/thread/' || drawn.n,
    'forum.example/thread/' || drawn.n, drawn.status, drawn.day, case when drawn.status <> 'pending' then drawn.day end,
    species.species_id, 'Normal', drawn.nature, 'Run Away', 'Dark', 50, drawn.n % 50 = 0,
    drawn.ivs[1], drawn.ivs[2], drawn.ivs[3], drawn.ivs[4], drawn.ivs[5], drawn.ivs[6]
  from (
    select n, 1 + floor(649 * power(random(), 3))::int as species_id, ${PRICE} as price, ${DAY} as day,
      ${STATUS} as status,
      (array['Adamant', 'Jolly', 'Modest', 'Timid', 'Bold', 'Calm', 'Hardy', 'Brave'])[1 + n % 8] as nature,
      (select array_agg(case when random() < 0.4 then 31 else floor(32 * random())::int end)
         from generate_series(1, 6) where n = n) as ivs
    from generate_series(1, $1::int) n) drawn
  join species using (species_id)`;

/** Duplicates submitted some days later, some of them in upper case. */
const DUPLICATES = `
  insert into sale (kind, name, item_id, price, date_sold, proof_url, proof_thread, status, date_submitted, species_id, form,
    nature, ability, hidden_power, level, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv)
  select kind, case when sale_id % 5 = 0 then upper(name) else name end, item_id, price, date_sold,
    proof_url || '#again', proof_thread, 'pending', date_submitted + interval '3 days', species_id, form, nature,
    ability, hidden_power, level, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv
  from sale where random() < ${DUPLICATE_PERCENT / 100}`;

/**
 * Fills the sale table with item and pokemon sales of every status, using SQL only. Names follow a power law, prices and
 * days are realistic, and some sales are entered twice.
 */
export async function fillWithDuplicates(url: string, sales: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('select setseed(0.42)');
    const distinct = Math.round(sales / (1 + DUPLICATE_PERCENT / 100));
    await client.query(ITEMS, [Math.floor(distinct / 2)]);
    await client.query(POKEMON, [Math.ceil(distinct / 2)]);
    await client.query(DUPLICATES);
    await client.query('vacuum analyze sale');
  });
}
