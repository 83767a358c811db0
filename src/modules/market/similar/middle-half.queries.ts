import { sql } from 'kysely';
import { LIMITS } from '../../../contract/shared/limits.ts';
import type { MarketReads } from '../market-reads.ts';
import type { SaleRow } from '../sale.presenter.ts';
import { comparedTables } from './compared.queries.ts';
import { questionOfSubject } from './question.filter.ts';
import { storedSubject } from './subject.ts';

/** The ends of the middle half of some prices; both were paid. */
export interface MiddleHalf {
  from: number;
  to: number;
}

interface HalfRow {
  sales: number;
  half: [from: number, to: number] | null;
}

/**
 * The middle half of the prices of the exact matches and similar sales of a stored sale, without itself. Null when there
 * are too few to say (docs/similar-sales.md).
 */
export async function middleHalfAround(
  market: Pick<MarketReads, 'reads' | 'clock'>,
  row: SaleRow,
): Promise<MiddleHalf | null> {
  const question = questionOfSubject(market, storedSubject(row));
  const [found] = await market.reads.rows(sql<HalfRow>`
    with ${comparedTables(question)}
    select count(*)::int as sales,
      to_json(percentile_disc(array[0.25, 0.75]) within group (order by price)) as half from found`);
  if (!found?.half || found.sales < LIMITS.similar.min) return null;
  const [from, to] = found.half;
  return { from, to };
}
