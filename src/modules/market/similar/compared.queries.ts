import { sql } from 'kysely';
import { type Answer, NO_FIGURES, type SaleFigures, zAnswer } from '../../../contract/market/market.ts';
import type { Match } from '../../../contract/market/similarity.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { type Condition, where } from '../../../db/query.ts';
import type { MarketReads } from '../market-reads.ts';
import { publicConditions } from '../sale.filter.ts';
import type { SaleRow } from '../sale.presenter.ts';
import { not, type Question, questionOfSubject } from './question.filter.ts';
import { subjectRow } from './subject.ts';

type MatchConditions = readonly [Match, readonly Condition[]];

/** The conditions of the compared sales; a sale meets those of at most one match. */
const comparedMatches = ({ exact, similar }: Question): MatchConditions[] => [
  ['exact', exact],
  ...(similar ? [['similar', similar] as const] : []),
];

/** The same with the other sales of the name. */
export const allMatches = (question: Question): MatchConditions[] => {
  const compared = comparedMatches(question);
  return [...compared, ['other', compared.map(([, conditions]) => not(conditions))]];
};

/**
 * The tables `t`, the subject of a question, and `found`, the newest sales of each match, with `newest_only`: whether
 * there are older ones, which an extra sale beyond those considered shows. Only columns of the name indexes are read. `t` is
 * inlined, so that the planner knows its values and reads the newest sales in index order.
 *
 * @param columns more columns of a sale `s`
 */
export const foundSales = (
  question: Question,
  matches: readonly MatchConditions[],
  columns: Condition = sql``,
) => {
  const { kind, name } = question.subject;
  const named = [...publicConditions({ kind, name, exact: true }), sql`s.sale_id <> t.sale_id`];
  const { considered } = LIMITS.similar;
  const newest = matches.map(
    ([match, conditions]) => sql`(
      select *, count(*) over () > ${sql.lit(considered)} as newest_only from (
        select s.sale_id, s.price, s.date_sold, ${sql.lit(match)} as match ${columns}
        from sale s, t ${where([...named, ...conditions])}
        order by s.date_sold desc, s.sale_id desc limit ${sql.lit(considered + 1)}) s
      order by date_sold desc, sale_id desc limit ${sql.lit(considered)})`,
  );
  return sql`t as not materialized (${subjectRow(question.subject)}),
    found as materialized (${sql.join(newest, sql` union all `)})`;
};

/** The same tables, with exact matches and similar sales only. */
const comparedTables = (question: Question) => foundSales(question, comparedMatches(question));

/** The figures of one match, as the database computes them. */
export interface Figures extends SaleFigures {
  match: Match;
  /** The newest prices, newest first. */
  prices: number[];
  below: number;
  equal: number;
}

/** The ends of the middle half of the prices. PostgreSQL computes equal aggregates once. */
const HALF = sql`percentile_disc(array[0.25, 0.75]) within group (order by found.price)`;
/** The prices, newest first. */
const PRICES = sql`array_agg(found.price order by found.date_sold desc, found.sale_id desc)`;

/** The figures of each compared match as JSON: one row for each match that has sales. */
export const FIGURES = sql<{ figures: Figures }>`
  select to_jsonb(figures) as figures from (
    select found.match, count(*) as sales, bool_or(found.newest_only) as newest_only, min(found.price) as low, max(found.price) as high,
      (${HALF})[1] as half_from, (${HALF})[2] as half_to, (${PRICES})[1] as last_price,
      max(found.date_sold) as last_sold, count(s.proof_url) as with_proof, ${PRICES} as prices,
      count(*) filter (where found.price < t.price) as below,
      count(*) filter (where found.price = t.price) as equal
    from found join sale s on s.sale_id = found.sale_id cross join t
    where found.match <> 'other' group by found.match) figures`;

export const figuresFor = (all: readonly Figures[], match: Match): Figures | undefined =>
  all.find((figures) => figures.match === match);

export const presentAnswer = ({ similar }: Question, all: readonly Figures[]): Answer =>
  zAnswer.parse({
    exact: figuresFor(all, 'exact') ?? NO_FIGURES,
    similar: similar && (figuresFor(all, 'similar') ?? NO_FIGURES),
  });

export const answerRows = (question: Question) => sql<{ figures: Figures }>`
  with ${comparedTables(question)} ${FIGURES}`;

/** What the sales of a question sold for. */
export async function answerTo({ reads }: Pick<MarketReads, 'reads'>, question: Question): Promise<Answer> {
  const rows = await reads.rows(answerRows(question));
  return presentAnswer(
    question,
    rows.map(({ figures }) => figures),
  );
}

/** The ends of the middle half of some prices; both were paid. */
export interface MiddleHalf {
  from: number;
  to: number;
}

/**
 * The middle half of the prices of the exact matches and similar sales of a stored sale, without itself. Null when there
 * are too few to say (docs/similar-sales.md).
 */
export async function middleHalfAround(
  market: Pick<MarketReads, 'reads' | 'clock'>,
  row: SaleRow,
): Promise<MiddleHalf | null> {
  const question = questionOfSubject(market, row);
  const [found] = await market.reads.rows(sql<{ sales: number; half: [from: number, to: number] | null }>`
    with ${comparedTables(question)}
    select count(*)::int as sales, to_json(${HALF}) as half from found`);
  if (!found?.half || found.sales < LIMITS.similar.min) return null;
  const [from, to] = found.half;
  return { from, to };
}
