import { sql } from 'kysely';
import type { PricePosition, Similar, SimilarTo } from '../../../contract/market/market.ts';
import { MATCHES, type Match, type SimilarityTrait } from '../../../contract/market/similarity.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import type { MarketReads } from '../market-reads.ts';
import { presentAnySale, type SaleRow } from '../sale.presenter.ts';
import { SALE_COLUMNS } from '../sale.queries.ts';
import {
  allMatches,
  FIGURES,
  type Figures,
  figuresFor,
  foundSales,
  presentAnswer,
} from './compared.queries.ts';
import { questionOfSubject } from './question.filter.ts';
import { differences, distance } from './similarity.ts';
import { describedSubject, type Subject } from './subject.ts';

interface SimilarRow extends SaleRow {
  distance: number;
  differences: SimilarityTrait[];
  match: Match;
  /** In the first row, the figures of each match. */
  figures: { figures: Figures }[] | null;
}

interface SimilarOptions {
  without?: readonly SimilarityTrait[] | undefined;
  /** The number of sales; exact matches and similar ones share it equally, others get what remains. */
  limit?: number | undefined;
}

/**
 * The public sales of the same name that are most similar to the subject, with the answer, and the position of its price
 * among the compared ones (docs/similar-sales.md). No mean and no median (docs/product.md "Purpose").
 */
export async function similarTo(
  market: Pick<MarketReads, 'reads' | 'clock'>,
  subject: Subject,
  { without, limit = LIMITS.similar.shown }: SimilarOptions,
): Promise<Similar> {
  const question = questionOfSubject(market, subject, without);
  const { similarity } = question;
  const columns = sql`, ${distance(similarity)} as distance, ${differences(similarity)} as differences`;
  const nearestFirst = sql`distance, date_sold desc, sale_id desc`;
  const rows = await market.reads.rows(sql<SimilarRow>`
    with ${foundSales(question, allMatches(question), columns)},
    ranked as (
      select *, row_number() over (partition by match order by ${nearestFirst}) as place,
        array_position(array[${sql.join(MATCHES.map((match) => sql.lit(match)))}], match) as match_order from found),
    nearest as (
      select *, row_number() over (order by match_order, ${nearestFirst}) as row from (
        select * from ranked order by place + case match when 'other' then ${limit}::int else 0 end, match_order
        limit ${limit}) chosen)
    select ${SALE_COLUMNS}, nearest.distance, nearest.differences, nearest.match,
      case nearest.row when 1 then (select jsonb_agg(of_match) from (${FIGURES}) of_match) end as figures
    from nearest join sale s on s.sale_id = nearest.sale_id order by nearest.row`);
  const figures = (rows[0]?.figures ?? []).map((of) => of.figures);
  return {
    data: rows.map((row) => ({
      sale: presentAnySale(row, null),
      distance: row.distance,
      differences: row.differences,
      match: row.match,
    })),
    answer: presentAnswer(question, figures),
    prices: {
      exact: figuresFor(figures, 'exact')?.prices ?? [],
      similar: figuresFor(figures, 'similar')?.prices ?? [],
    },
    position: pricePosition(subject.price, figures),
  };
}

function pricePosition(price: number | null, figures: readonly Figures[]): PricePosition {
  const sum = (count: (of: Figures) => number) => figures.reduce((total, of) => total + count(of), 0);
  return {
    price,
    compared: sum(({ sales }) => sales),
    below: sum(({ below }) => below),
    equal: sum(({ equal }) => equal),
  };
}

export const similarToDescribed = async (market: MarketReads, described: SimilarTo): Promise<Similar> =>
  similarTo(market, await describedSubject(market, described), described);
