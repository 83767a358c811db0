import { sql } from 'kysely';
import type { MarketOverview } from '../../contract/market/overview.ts';
import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import { daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { MarketReads } from './market-reads.ts';
import { where } from './sale.filter.ts';
import { presentAnySale, type SaleRow } from './sale.presenter.ts';
import { publicConditions, SALE_COLUMNS } from './sale.queries.ts';

const { recentDays, shown } = LIMITS.overview;

interface Found {
  sales: { kind: SaleKind; today: number; recent: number }[];
  most_traded: { kind: SaleKind; name: string; sales: number }[];
  /** Ids, the dearest first. */
  notable: number[];
}

/** The public sales of a kind since a day. */
const soldSince = (kind: SaleKind, since: string) =>
  sql`select s.sale_id, s.kind, s.name, s.name_key, s.price, s.date_sold, s.proof_url
    from sale s ${where(publicConditions({ kind, date_from: since }))}`;

const NOTHING = { today: 0, recent: 0 };

/** All figures from one read of the recent sales, so that they agree. */
const figures = (since: string, today: string) => sql<Found>`
  with recent as materialized (
    ${sql.join(
      SALE_KINDS.map((kind) => soldSince(kind, since)),
      sql` union all `,
    )}
  ), sold as (
    select kind, count(*) filter (where date_sold = ${today}::date) as today, count(*) as recent
    from recent group by kind
  ), traded as (
    select kind, max(name) as name, count(*) as sales from recent
    group by kind, name_key order by sales desc, name_key, kind limit ${shown}
  ), dearest as (
    select sale_id, price from recent where proof_url is not null
    order by price desc, sale_id desc limit ${shown}
  )
  select
    (select coalesce(jsonb_agg(sold), '[]') from sold) as sales,
    (select coalesce(jsonb_agg(traded order by sales desc, name), '[]') from traded) as most_traded,
    (select coalesce(jsonb_agg(sale_id order by price desc, sale_id desc), '[]') from dearest) as notable`;

/** What was sold in the last days, of both kinds; see `zMarketOverview`. */
export async function marketOverview({ reads, names, clock }: MarketReads): Promise<MarketOverview> {
  const today = todayUtc(clock.now());
  const since = daysBefore(today, recentDays);
  const [found] = await reads.rows(figures(since, today));
  if (!found) throw new Error('The figures returned no row.');
  const rows = await reads.rows(sql<SaleRow>`select ${SALE_COLUMNS} from sale s
    ${where([...publicConditions({}), sql`s.sale_id = any(${found.notable})`])}
    order by s.price desc, s.sale_id desc`);
  const tables = { item: await names.of('item'), pokemon: await names.of('pokemon') };
  const soldOf = (of: SaleKind) => found.sales.find(({ kind }) => kind === of) ?? NOTHING;
  return {
    today,
    since,
    sales: { item: soldOf('item'), pokemon: soldOf('pokemon') },
    most_traded: found.most_traded.map(({ kind, name, sales }) => {
      const { image_url = null, pokemon_type = null } = tables[kind].byName(name) ?? {};
      return { kind, name, image_url, pokemon_type, sales };
    }),
    notable: rows.map((row) => presentAnySale(row, null)),
  };
}
