import { ivColumn, STATS } from '../../src/contract/sale/ivs.ts';
import { daysBefore } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { Random } from '../../src/modules/demo/random.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';

type SampledSale = Record<string, string | number | boolean>;
type Draw = () => number;
type Term = (sale: SampledSale, draw: Draw) => [parameter: string, value: unknown];

/** A seeded generator of numbers in [0, 1). */
export function numbersFrom(seed: number): Draw {
  const random = new Random(seed);
  return () => random.next();
}

const whole = (draw: Draw, from: number, to: number) => from + Math.floor(draw() * (to - from + 1));
const text = (value: unknown) => String(value);
const part = (name: string, draw: Draw) => {
  const from = whole(draw, 0, Math.max(0, name.length - 4));
  return name.slice(from, from + 4).trim();
};

/** Filters that match a sampled sale, so that every list has a result. */
const COMMON: Term[] = [
  (sale) => ['min_price', Math.ceil(Number(sale.price) / 2)],
  (sale) => ['max_price', Number(sale.price) * 2],
  (sale, draw) => ['date_from', daysBefore(text(sale.date_sold), whole(draw, 0, 90))],
  (sale) => ['date_to', sale.date_sold],
];
const TRAITS: Term[] = [
  (sale) => ['nature', sale.nature],
  (sale) => ['ability', sale.ability],
  (sale) => ['form', sale.form],
  (sale) => ['hidden_power', sale.hidden_power],
  (sale) => ['is_shiny', sale.is_shiny],
  (sale) => ['min_perfect_ivs', sale.perfect_ivs],
  ...STATS.flatMap((stat): Term[] => {
    const column = ivColumn(stat);
    return [
      (sale, draw) => [`min_${column}`, whole(draw, 0, Number(sale[column]))],
      (sale, draw) => [`max_${column}`, whole(draw, Number(sale[column]), LIMITS.iv.max)],
    ];
  }),
];
const QUERIES: ((sale: SampledSale) => string)[] = [
  (sale) => `nature = ${sale.nature} or nature = Timid`,
  (sale) => `hp_iv >= 20 and not hidden_power in (Fire, Ice) and price <= ${sale.price}`,
  (sale) => `(ability = "${sale.ability}" or is shiny) and speed_iv > 0`,
  (sale) => `pokemon like ${text(sale.name).slice(0, 4)}% and perfect_ivs >= 1`,
];
const ORDERS = ['', '&order=asc', '&sort=price', '&sort=price&order=asc'];

function terms(sale: SampledSale, draw: Draw): Map<string, unknown> {
  const kind = sale.kind === 'item' ? 'item' : 'pokemon';
  const nameField = `${kind}_name`;
  const pool: Term[] = [
    () => [nameField, sale.name],
    () => [nameField, part(text(sale.name), draw)],
    ...COMMON,
    ...(kind === 'item'
      ? []
      : [...TRAITS, () => ['query', QUERIES[whole(draw, 0, QUERIES.length - 1)]?.(sale)] as const]),
  ] as Term[];
  const chosen = new Map<string, unknown>();
  for (let left = whole(draw, 1, 5); left > 0; left -= 1) {
    const [parameter, value] = pool[whole(draw, 0, pool.length - 1)]?.(sale, draw) ?? [];
    if (parameter) chosen.set(parameter, value);
  }
  if (chosen.get(nameField) === sale.name) chosen.set('exact', true);
  return chosen;
}

/** Paths of lists with random combinations of one to five filters; deterministic for a seed. */
export async function randomFilters(databaseUrl: string, count: number, seed: number): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    await client.query('select setseed($1)', [seed / 1000]);
    // Four times as many lists of pokemon as of items, because pokemon have more filters.
    const { rows } = await client.query<SampledSale>(
      `select s.*, s.date_sold::text as date_sold from (
         select 1 + floor(random() * (select max(sale_id) from sale))::int as id
         from generate_series(1, $1::int)) drawn
       join sale s on s.sale_id = drawn.id
       where s.status = 'approved' and s.deleted_at is null and (s.kind = 'pokemon' or random() < 0.25)`,
      [count * 3],
    );
    const draw = numbersFrom(seed);
    return rows.slice(0, count).map((sale) => {
      const parameters = new URLSearchParams(
        [...terms(sale, draw)].map(([key, value]) => [key, String(value)]),
      );
      const order = ORDERS[whole(draw, 0, ORDERS.length - 1)];
      return `/api/${sale.kind === 'item' ? 'items' : 'pokemon'}?limit=25&${parameters}${order}`;
    });
  });
}
