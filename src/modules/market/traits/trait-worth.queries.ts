import { sql } from 'kysely';
import type { TraitPairs, TraitPairsInput, TraitWorth } from '../../../contract/market/trait-worth.ts';
import { type IvColumn, ivColumn, STATS } from '../../../contract/sale/ivs.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { recordOf } from '../../../contract/shared/record.ts';
import { where } from '../../../db/query.ts';
import type { MarketReads } from '../market-reads.ts';
import { publicConditions } from '../sale.filter.ts';
import { presentAnySale } from '../sale.presenter.ts';
import { publicRows } from '../sale.queries.ts';
import {
  differenceOf,
  hasPairs,
  IMPERFECT,
  PERFECT,
  pairsOf,
  type TraitSale,
  traitWorth,
} from './trait-worth.ts';

interface TraitRow extends Record<IvColumn, number> {
  sale_id: number;
  price: number;
  day: number;
  is_shiny: boolean;
  nature: string;
  ability: string;
  form: string;
  held_item: string | null;
}

const IVS = sql.join(STATS.map((stat) => sql.ref(`s.${ivColumn(stat)}`)));

/**
 * The newest public sales of a pokemon. They are found by columns of the index of the name; only the held item is read
 * from the sale itself.
 */
export const traitSales = (name: string, limit: number) => sql<TraitRow>`
  with newest as materialized (
    select s.sale_id, s.price, s.date_sold - date '1970-01-01' as day, s.is_shiny, s.nature, s.ability, s.form, ${IVS}
    from sale s ${where(publicConditions({ kind: 'pokemon', name, exact: true }))}
    order by s.date_sold desc, s.sale_id desc limit ${sql.lit(limit)})
  select newest.*, (select held_item from sale where sale_id = newest.sale_id) as held_item from newest`;

const ivValue = (iv: number): string => (iv === LIMITS.iv.max ? PERFECT : IMPERFECT);

const saleOf = (row: TraitRow): TraitSale => ({
  sale_id: row.sale_id,
  price: row.price,
  day: row.day,
  held_item: row.held_item,
  traits: {
    is_shiny: String(row.is_shiny),
    nature: row.nature,
    ability: row.ability,
    form: row.form,
    ...recordOf(STATS, ivColumn, (stat) => ivValue(row[ivColumn(stat)])),
  },
});

async function salesOf(
  { reads }: Pick<MarketReads, 'reads'>,
  name: string,
): Promise<{ sales: TraitSale[]; newestOnly: boolean }> {
  // One more than are compared, to find out whether there are older ones.
  const rows = await reads.rows(traitSales(name, LIMITS.traitWorth.sales + 1));
  return {
    sales: rows.slice(0, LIMITS.traitWorth.sales).map(saleOf),
    newestOnly: rows.length > LIMITS.traitWorth.sales,
  };
}

/** What the traits of a pokemon are worth (docs/trait-worth.md). @param name the whole name */
export async function worthOfTraits(market: Pick<MarketReads, 'reads'>, name: string): Promise<TraitWorth> {
  const { sales, newestOnly } = await salesOf(market, name);
  return { data: traitWorth(sales), compared: sales.length, newest_only: newestOnly };
}

/** Most names have fewer sales. Of those with more, nearly all have enough pairs among as many. */
const FEW_SALES = 300;

/** Whether `worthOfTraits` has anything to say. */
export async function hasTraitWorth({ reads }: Pick<MarketReads, 'reads'>, name: string): Promise<boolean> {
  for (const limit of [FEW_SALES, LIMITS.traitWorth.sales]) {
    const rows = await reads.rows(traitSales(name, limit));
    if (hasPairs(rows.map(saleOf))) return true;
    if (rows.length < limit) return false;
  }
  return false;
}

/** The newest pairs of a trait's value, newest first. */
export async function pairsOfTrait(
  market: Pick<MarketReads, 'reads'>,
  { name, ...asked }: TraitPairsInput,
): Promise<TraitPairs> {
  const { sales } = await salesOf(market, name);
  const pairs = pairsOf(sales, asked);
  const newest = (pair: (typeof pairs)[number]) => Math.max(pair.with.day, pair.without.day);
  const listed = pairs
    .toSorted((a, b) => newest(b) - newest(a) || b.with.sale_id - a.with.sale_id)
    .slice(0, LIMITS.traitWorth.listed);
  const ids = listed.flatMap((pair) => [pair.with.sale_id, pair.without.sale_id]);
  const rows = await publicRows(market, ids);
  const shown = new Map(rows.map((row) => [row.sale_id, presentAnySale(row, null)]));
  return {
    pairs: pairs.length,
    data: listed.flatMap((pair) => {
      const [with_, without] = [shown.get(pair.with.sale_id), shown.get(pair.without.sale_id)];
      // A sale that was withdrawn since its pair was found is not shown.
      return with_ && without ? [{ with: with_, without, difference: differenceOf(pair) }] : [];
    }),
  };
}
