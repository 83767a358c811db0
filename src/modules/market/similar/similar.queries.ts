import { sql } from 'kysely';
import type { PricePosition, Similar, SimilarTo, SimilarToSale } from '../../../contract/market/market.ts';
import { SIMILARITY_TRAITS, type SimilarityTrait } from '../../../contract/market/similarity-traits.ts';
import { splitShiny } from '../../../contract/sale/forms.ts';
import { ivColumn, perfectIvs, STATS, type Stat } from '../../../contract/sale/ivs.ts';
import type { SaleKind } from '../../../contract/sale/kinds.ts';
import { todayUtc } from '../../../contract/shared/dates.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { notFound } from '../../../lib/errors.ts';
import type { MarketReads } from '../market-reads.ts';
import { presentAnySale, type SaleRow } from '../sale.presenter.ts';
import { SALE_COLUMNS } from '../sale.queries.ts';
import { comparableSince, newestSales } from './comparables.queries.ts';
import { comparable, differences, distance, type Similarity } from './similarity.ts';

/** The sale that others are compared with: a stored sale, or a description. */
export interface Subject {
  kind: SaleKind;
  name: string;
  /** 0 for one that is not stored. */
  sale_id: number;
  price: number | null;
  date_sold: string;
  nature: string | null;
  ability: string | null;
  form: string | null;
  is_shiny: boolean | null;
  /** The known IVs. */
  ivs: Partial<Record<Stat, number>>;
}

const knownStats = ({ ivs }: Subject): Stat[] => STATS.filter((stat) => ivs[stat] !== undefined);

/** The known traits of a subject, without excluded ones. */
function similarityOf(subject: Subject, without: readonly SimilarityTrait[] = []): Similarity {
  const stats = knownStats(subject);
  const known: Record<SimilarityTrait, boolean> = {
    ivs: stats.length > 0,
    nature: subject.nature !== null,
    ability: subject.ability !== null,
    form: subject.form !== null,
    shiny: subject.is_shiny !== null,
    time: true,
  };
  return { traits: SIMILARITY_TRAITS.filter((trait) => known[trait] && !without.includes(trait)), stats };
}

/** The subject as a query of one row, with the columns that `similarity.ts` compares; the caller names it `t`. */
export function subjectRow(subject: Subject) {
  const { kind, name, sale_id, price, date_sold, nature, ability, form, is_shiny, ivs } = subject;
  const perfect = perfectIvs(ivs);
  const columns = STATS.map((stat) => sql`${ivs[stat] ?? null}::int as ${sql.ref(ivColumn(stat))}`);
  return sql`select ${kind}::text as kind, name_key(${name}) as name_key, ${sale_id}::int as sale_id,
    ${price}::bigint as price, ${date_sold}::date as date_sold, ${nature}::text as nature,
    ${ability}::text as ability, ${form}::text as form, ${is_shiny}::boolean as is_shiny,
    ${perfect}::int as perfect_ivs, ${sql.join(columns)}`;
}

interface SimilarRow extends SaleRow, Omit<PricePosition, 'price' | 'low' | 'high'> {
  distance: number;
  differences: SimilarityTrait[];
  counts: boolean;
  low: string;
  high: string;
}

interface SimilarOptions {
  without?: readonly SimilarityTrait[] | undefined;
  limit?: number | undefined;
}

/**
 * The public sales of the same name that are most similar to the subject, most similar first, and the position of its
 * price among the comparable ones of the last `LIMITS.similar.years` years. For a name with very many sales, only the
 * newest are considered (see `newestSales`). No mean and no median (docs/product.md "Purpose and roles").
 */
export async function similarTo(
  market: Pick<MarketReads, 'reads' | 'clock'>,
  subject: Subject,
  options: SimilarOptions,
) {
  const similarity = similarityOf(subject, options.without);
  const rows = await market.reads.rows(sql<SimilarRow>`
    with t as (${subjectRow(subject)}),
    found as materialized (
      select c.sale_id, c.price, c.date_sold, ${distance(similarity)} as distance,
        ${differences(similarity)} as differences,
        c.date_sold >= ${comparableSince(market.clock.now())}::date and ${comparable(similarity)} as counts
      from t, lateral ${newestSales()} c),
    price_position as (
      select count(*)::int as comparable, min(found.price) as low, max(found.price) as high,
        (count(*) filter (where found.price < t.price))::int as below,
        (count(*) filter (where found.price = t.price))::int as equal
      from found, t where found.counts),
    nearest as (
      select * from found order by distance, date_sold desc, sale_id desc
      limit ${options.limit ?? LIMITS.similar.shown})
    select ${SALE_COLUMNS}, nearest.distance, nearest.differences, nearest.counts, price_position.*
    from nearest join sale s on s.sale_id = nearest.sale_id cross join price_position
    order by nearest.distance, nearest.date_sold desc, s.sale_id desc`);
  return similarOf(rows, subject.price);
}

function similarOf(rows: readonly SimilarRow[], price: number | null): Similar {
  const [first] = rows;
  const ends = first?.comparable
    ? { low: Number(first.low), high: Number(first.high) }
    : { low: null, high: null };
  const { comparable, below, equal } = first ?? { comparable: 0, below: 0, equal: 0 };
  return {
    data: rows.map((row) => ({
      sale: presentAnySale(row, null),
      distance: row.distance,
      differences: row.differences,
      comparable: row.counts,
    })),
    position: { price, comparable, ...ends, below, equal },
  };
}

/** A public sale. @throws DomainError not_found for any other. */
export async function publicSale({ reads }: Pick<MarketReads, 'reads'>, saleId: number): Promise<SaleRow> {
  const [row] = await reads.rows(sql<SaleRow>`select ${SALE_COLUMNS} from sale s
    where s.sale_id = ${saleId} and s.status = 'approved' and s.deleted_at is null`);
  if (!row) throw notFound('sale');
  return row;
}

const storedSubject = (row: SaleRow): Subject => ({
  ...row,
  price: Number(row.price),
  ivs: Object.fromEntries(
    STATS.flatMap((stat) => {
      const value = row[ivColumn(stat)];
      return value === null ? [] : [[stat, value]];
    }),
  ),
});

/** Sales similar to a stored public one. @throws DomainError not_found for one that is not public. */
export async function similarToSale(
  market: MarketReads,
  { sale_id, ...options }: SimilarToSale,
): Promise<Similar> {
  return similarTo(market, storedSubject(await publicSale(market, sale_id)), options);
}

/** A described sale as a subject that is sold today, in the catalogue's spelling where it is known. */
export function describedSubject(
  { clock, catalogueSource }: Pick<MarketReads, 'clock' | 'catalogueSource'>,
  described: SimilarTo,
): Subject {
  const { kind, name, price = null } = described;
  const common = { kind, name, sale_id: 0, price, date_sold: todayUtc(clock.now()) };
  if (described.kind === 'item')
    return { ...common, nature: null, ability: null, form: null, is_shiny: null, ivs: {} };
  const split = described.form ? splitShiny(described.form) : null;
  const species = catalogueSource.findSpecies(name);
  const { ability } = described;
  return {
    ...common,
    nature: described.nature ?? null,
    ability: ability ? (catalogueSource.findAbility(ability)?.name ?? ability) : null,
    form: split && ((species && catalogueSource.findForm(species, split.form)?.form) ?? split.form),
    is_shiny: described.is_shiny ?? (split?.shiny || null),
    ivs: Object.fromEntries(Object.entries(described.ivs ?? {}).filter(([, value]) => value !== null)),
  };
}

/** Sales similar to a described one. */
export const similarToDescribed = (market: MarketReads, described: SimilarTo): Promise<Similar> =>
  similarTo(market, describedSubject(market, described), described);
