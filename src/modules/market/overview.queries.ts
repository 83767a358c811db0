import { sql } from 'kysely';
import type { MarketOverview } from '../../contract/market/market.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { type Condition, where } from '../../db/query.ts';
import type { MarketReads } from './market-reads.ts';
import { publicConditions } from './sale.filter.ts';
import { presentAnySale } from './sale.presenter.ts';
import { filteredRows } from './sale.queries.ts';

const { recentDays, shown, counted } = LIMITS.overview;

interface Traded {
  name: string;
  sales: number;
}

/** The names with the most sales among the newest that match; bounded, because it reads each of these sales. */
const mostTraded = (conditions: readonly Condition[]) => sql<Traded>`
  select max(name) as name, count(*)::int as sales from (
    select s.name, s.name_key from sale s ${where(conditions)}
    order by s.date_sold desc, s.sale_id desc limit ${counted}) as newest
  group by name_key order by sales desc, name_key limit ${shown}`;

/** What was sold of one kind since a day. */
async function soldOf({ reads, counts, names }: MarketReads, kind: SaleKind, since: string, today: string) {
  const recent = publicConditions({ kind, date_from: since });
  const proven = publicConditions({ kind, date_from: since, proof: 'with' });
  const page = { limit: shown, offset: 0, total: await counts.total(proven) };
  const table = await names.of(kind);
  const traded = await reads.rows(mostTraded(recent));
  const rows = await reads.rows(filteredRows(proven, { sort: 'price', order: 'desc' }, page));
  return {
    sales: {
      today: await counts.total(publicConditions({ kind, date_from: today })),
      recent: await counts.total(recent),
    },
    traded: traded.map(({ name, sales }) => {
      const { image_url = null, pokemon_type = null } = table.byName(name) ?? {};
      return { kind, name, image_url, pokemon_type, sales };
    }),
    highest: rows.map((row) => presentAnySale(row, null)),
  };
}

const byPrice = (a: AnySale, b: AnySale) => b.price - a.price || b.sale_id - a.sale_id;

/** What was sold in the last days, of both kinds; see `zMarketOverview`. */
export async function marketOverview(market: MarketReads): Promise<MarketOverview> {
  const today = todayUtc(market.clock.now());
  const since = daysBefore(today, recentDays);
  const [item, pokemon] = await Promise.all([
    soldOf(market, 'item', since, today),
    soldOf(market, 'pokemon', since, today),
  ]);
  const traded = [...item.traded, ...pokemon.traded].sort((a, b) => b.sales - a.sales);
  return {
    today,
    since,
    sales: { item: item.sales, pokemon: pokemon.sales },
    most_traded: traded.slice(0, shown),
    notable: [...item.highest, ...pokemon.highest].sort(byPrice).slice(0, shown),
  };
}
