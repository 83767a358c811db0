import { HIDDEN_POWER_TYPES } from '../../src/contract/sale/hidden-power-types.ts';
import { STATS } from '../../src/contract/sale/ivs.ts';
import { NATURE_NAMES } from '../../src/contract/sale/nature-names.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';

export interface MarketSize {
  /** Sales of each kind. */
  pokemon: number;
  items: number;
  /** The number of item names, including those of the catalogue. */
  itemNames?: number;
  submitters?: number;
}

/** Popular natures, weighted by their entries in this list; a quarter of the sales have any nature. */
const POPULAR_NATURES = [
  'Adamant',
  'Jolly',
  'Timid',
  'Modest',
  'Adamant',
  'Jolly',
  'Bold',
  'Calm',
  'Impish',
  'Careful',
];

const texts = (values: readonly string[]) => `array[${values.map((value) => `'${value}'`).join(', ')}]`;

const ADJECTIVES = texts([
  ...['Ancient', 'Amber', 'Azure', 'Bronze', 'Bright', 'Crimson', 'Crystal', 'Dark', 'Dusty', 'Emerald'],
  ...['Festive', 'Frozen', 'Gilded', 'Golden', 'Haunted', 'Hidden', 'Ivory', 'Jade', 'Lost', 'Lucky'],
  ...['Mystic', 'Neon', 'Obsidian', 'Pale', 'Pearl', 'Pumpkin', 'Rusty', 'Sacred', 'Shiny', 'Silver'],
  ...['Solar', 'Spooky', 'Starlit', 'Storm', 'Sunken', 'Twin', 'Velvet', 'Vintage', 'Winter', 'Wild'],
]);
const NOUNS = texts([
  ...['Amulet', 'Backpack', 'Balloon', 'Bell', 'Blanket', 'Boots', 'Cape', 'Charm', 'Cloak', 'Crown'],
  ...['Doll', 'Feather', 'Gem', 'Glasses', 'Gloves', 'Hat', 'Helmet', 'Jacket', 'Lantern', 'Mask'],
  ...['Orb', 'Pendant', 'Plume', 'Ring', 'Robe', 'Scarf', 'Scroll', 'Shard', 'Statue', 'Wings'],
]);

/** Additional item names, like those that events add over the years. */
const MORE_ITEMS = `
  insert into item (name, source)
  select coalesce(adjective, '') || ' ' || noun || case when year = 0 then '' else ' ' || (2010 + year) end, 'market'
  from unnest(${ADJECTIVES}) as adjective, unnest(${NOUNS}) as noun, generate_series(0, 40) as year
  order by md5(adjective || noun || year)
  limit greatest(0, $1::int - (select count(*)::int from item))
  on conflict do nothing`;

const SUBMITTERS = `
  insert into account (username, username_skeleton, email, password_hash)
  select 'trader_' || n, 'trader_' || n, 'trader_' || n || '@example.org', 'none'
  from generate_series(1, $1::int) as n on conflict do nothing`;

/**
 * Ranks of names, independent of the alphabet. The first name is the most traded one, with about a tenth of the sales,
 * and the name at rank n has 1/n of that.
 */
const RANKS = `
  create temp table rank_of_item as
    select row_number() over (order by md5(name)) as rank, item_id, name,
      7 + 9 * abs(hashtext(name)::float8) / 2147483648 as worth
    from item where merged_into is null;
  create temp table rank_of_species as
    select row_number() over (order by md5(species.name || 'x')) as rank, species.species_id, species.name,
      9 + 6 * abs(hashtext(species.name)::float8) / 2147483648 as worth,
      array_agg(form::text order by form <> 'Normal', form) as forms,
      (array_agg(array(select ability ->> 'name' from jsonb_array_elements(abilities) as ability)::text
        order by form <> 'Normal', form)) as abilities
    from species join species_form using (species_id) where species.generation <= 5 group by species.species_id;
  create unique index on rank_of_item (rank);
  create unique index on rank_of_species (rank);
  analyze rank_of_item;
  analyze rank_of_species`;

/** Random values for sales of any kind; `names` is the number of names to choose from. */
const drawn = (count: string, names: string) => `
  select n, least(${names}, floor(exp(random() * ln(${names} + 1)))::int) as rank,
    current_date - floor(2500 * power(random(), 2.2))::int as day,
    random_normal(0, 0.7) as luck, random() as fate, random() as form_luck, random() as nature_luck,
    random() as ability_luck, random() as colour_luck,
    1 + floor((select count(*) from account) * power(random(), 2))::int as trader
  from generate_series(1, ${count}) as n`;

const WRITTEN = `
  case when fate < 0.98 then 'approved' when fate < 0.981 then 'pending' else 'rejected' end as status,
  greatest(1, round(exp(worth + luck)::numeric, -2))::bigint as price,
  day as date_sold, day + interval '1 hour' * (24 * nature_luck) as date_submitted,
  case when fate < 0.98 or fate >= 0.981 then day + interval '1 hour' * (25 + 24 * nature_luck) end as decided_at,
  'https://forum.example/thread/' || n / 3 as proof_url, 'forum.example/thread/' || n / 3 as proof_thread`;

const ivs = STATS.map((_stat, place) => `iv[${place + 1}]`);
/** Half of the IVs are perfect, as for bred pokemon. */
const DRAWN_IVS = `array[${STATS.map(() => 'case when random() < 0.5 then 31 else floor(32 * random())::int end').join(', ')}]`;

/** The games compute hidden power from the lowest bits, with Speed before the special stats (see `hiddenPower`). */
const BITS = ['hp', 'atk', 'def', 'speed', 'spatk', 'spdef'] as const;
const HIDDEN_POWER = `(${texts(HIDDEN_POWER_TYPES)})[1 + (${BITS.map(
  (stat, bit) => `(iv[${STATS.indexOf(stat) + 1}] & 1) * ${1 << bit}`,
).join(' + ')}) * 15 / 63]`;

const SALES = `
  insert into sale (kind, name, price, date_sold, proof_url, proof_thread, status, submitted_by, date_submitted,
    decided_at, item_id, species_id, form, nature, ability, hidden_power, level, is_shiny,
    ${STATS.map((stat) => `${stat}_iv`).join(', ')})
  select kind, name, price, date_sold, proof_url, proof_thread, status, user_id, date_submitted, decided_at,
    item_id, species_id, form, nature, ability, case when iv is not null then ${HIDDEN_POWER} end, level, is_shiny,
    ${ivs.join(', ')}
  from (
    select 'item' as kind, name, ${WRITTEN}, trader, item_id, null::int as species_id, null as form, null as nature,
      null as ability, null::int as level, null::boolean as is_shiny, null::int[] as iv
    from (${drawn('$1::int', '(select count(*) from rank_of_item)')}) d join rank_of_item using (rank)
    union all
    select 'pokemon', name, ${WRITTEN}, trader, null, species_id, forms[variant],
      case when nature_luck < 0.75 then (${texts(POPULAR_NATURES)})[1 + floor(${POPULAR_NATURES.length} * nature_luck / 0.75)::int]
        else (${texts(NATURE_NAMES)})[1 + floor(${NATURE_NAMES.length} * (nature_luck - 0.75) * 4)::int] end,
      (abilities[variant]::text[])[1 + floor(cardinality(abilities[variant]::text[]) * power(ability_luck, 2))::int],
      case when n % 3 = 0 then null else 1 + n % 100 end, colour_luck < 0.02, iv
    from (
      select *, case when form_luck < 0.85 or cardinality(forms) = 1 then 1
        else 2 + floor((cardinality(forms) - 1) * (form_luck - 0.85) / 0.15)::int end as variant,
        ${DRAWN_IVS} as iv
      from (${drawn('$2::int', '(select count(*) from rank_of_species)')}) d join rank_of_species using (rank)
    ) p
  ) made
  join (select user_id, row_number() over (order by user_id) as trader from account) as submitter using (trader)
  order by date_submitted`;

/** Indexes that are dropped during the load, because updating them row by row is slow. */
const SECONDARY = `
  select indexname as name, indexdef as definition from pg_indexes
  where schemaname = 'public' and tablename = 'sale' and indexname not in (select conname from pg_constraint)`;

/**
 * Fills a migrated database with a market of several years, using SQL only. Names follow a power law, prices are
 * log-normal around the value of each name, recent sales are more frequent, two percent are not approved, and traits
 * respect the catalogue. The same arguments generate the same market, apart from today's date.
 *
 * Nobody else may use the database meanwhile, because triggers and foreign keys are disabled.
 *
 * @param print receives a line after each step
 */
export async function fillMarket(
  url: string,
  size: MarketSize,
  print: (progress: string) => void = () => undefined,
): Promise<void> {
  const { pokemon, items, itemNames = 20_000, submitters = 500 } = size;
  await withClient(url, async (client) => {
    await client.query(`set maintenance_work_mem = '256MB'; set work_mem = '256MB'; set synchronous_commit = off;
      set session_replication_role = replica; select setseed(0.42)`);
    await client.query(MORE_ITEMS, [itemNames]);
    await client.query(SUBMITTERS, [submitters]);
    await client.query(RANKS);
    const { rows } = await client.query<{ name: string; definition: string }>(SECONDARY);
    for (const { name } of rows) await client.query(`drop index "${name}"`);
    await client.query(SALES, [items, pokemon]);
    print('the sales are written');
    for (const [index, { definition }] of rows.entries()) {
      await client.query(definition);
      print(`index ${index + 1} of ${rows.length}`);
    }
    await client.query(`set session_replication_role = origin`);
    await client.query(`insert into sale_change (change) values ('many')`);
    await client.query('vacuum (analyze) sale');
    await client.query('analyze');
  });
}
