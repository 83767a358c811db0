import { priceSpan, priceText } from '../sale/price.ts';
import { formatDate } from '../shared/dates.ts';
import { LIMITS } from '../shared/limits.ts';
import { counted, formatNumber } from '../shared/plural.ts';
import type { Answer, PricePosition, SaleFigures } from './market.ts';

type Noun = readonly [one: string, many: string];

/** What the compared sales are called; `sale` when none of them is only similar. */
export const NOUNS: Record<'sale' | 'exact' | 'similar', Noun> = {
  sale: ['sale', 'sales'],
  exact: ['exact match', 'exact matches'],
  similar: ['similar sale', 'similar sales'],
};

/** `63 similar sales`; `The newest 500 sales` when only these were considered. */
const countOf = ({ sales, newest_only }: SaleFigures, noun: Noun): string =>
  newest_only ? `The newest ${formatNumber(sales)} ${noun[1]}` : counted(sales, ...noun);

function proofOf({ sales, with_proof }: SaleFigures): string {
  if (with_proof === 0) return sales === 1 ? 'no proof' : 'none with proof';
  if (with_proof === sales) return sales === 1 ? 'with proof' : 'all with proof';
  return `${formatNumber(with_proof)} with proof`;
}

/** `69,000 PD on 4 Nov 2026` */
const lastOf = ({ last_price, last_sold }: SaleFigures): string =>
  `${priceText(last_price ?? 0)} on ${formatDate(last_sold ?? '')}`;

/** `at least half of them between 50,000 and 72,000 PD` */
function halfOf({ low, high, half_from, half_to }: SaleFigures): string {
  const [from, to] = [formatNumber(half_from ?? 0), formatNumber(half_to ?? 0)];
  if (low === high) return `all at ${from} PD`;
  return half_from === half_to
    ? `at least half of them at ${from} PD`
    : `at least half of them between ${from} and ${to} PD`;
}

/**
 * `1 exact match: 69,000 PD on 4 Nov 2026, no proof.`; with several the range of their prices, and from
 * `LIMITS.similar.min` on the range of the middle half.
 */
function exactSentence(figures: SaleFigures, noun: Noun): string {
  const { sales, low, high } = figures;
  if (sales === 0) return `No ${noun[0]}.`;
  if (sales === 1) return `1 ${noun[0]}: ${lastOf(figures)}, ${proofOf(figures)}.`;
  const few = sales < LIMITS.similar.min;
  const prices = few ? `, ${priceEnds(low ?? 0, high ?? 0)}` : `: ${halfOf(figures)}`;
  return `${countOf(figures, noun)}${prices}, last one ${lastOf(figures)}, ${proofOf(figures)}.`;
}

/** `63 similar sales: at least half of them between 50,000 and 72,000 PD, last one 60,000 PD on 4 Nov 2026, 41 with proof.` */
function similarSentence(figures: SaleFigures): string {
  const { sales } = figures;
  if (sales === 0) return 'No similar sales.';
  if (sales >= LIMITS.similar.min) return exactSentence(figures, NOUNS.similar);
  return `${counted(sales, ...NOUNS.similar)}: too few to say where prices lie. Last one ${lastOf(figures)}.`;
}

/**
 * An answer in sentences: exact matches first, then similar sales. Contains counts, ranges and single prices, never a
 * mean or an estimate (docs/product.md "Purpose").
 */
export function answerSummary({ exact, similar }: Answer): { exact: string; similar: string | null } {
  return {
    exact: exactSentence(exact, similar ? NOUNS.exact : NOUNS.sale),
    similar: similar && similarSentence(similar),
  };
}

/** The prices of several sales: `400,000 to 2,100,000 PD`, `all at 5 PD`. */
export const priceEnds = (low: number, high: number): string =>
  `${low === high ? 'all at ' : ''}${priceSpan(low, high)}`;

/**
 * A price among the compared sales as a sentence, the larger side first: `8 of these 11 sales were lower than 1,500,000 PD, 3
 * higher.` Null without a price. Fewer than `LIMITS.similar.min` sales are not conclusive. Never contains a mean or an estimate
 * (docs/product.md "Purpose").
 *
 * @param sales what they are called where no sentence about them precedes this one
 */
export function positionSummary(
  { price, compared, below, equal }: PricePosition,
  sales = `these ${formatNumber(compared)} sales`,
): string | null {
  if (price === null || compared === 0) return null;
  if (compared < LIMITS.similar.min) return `Too few sales to compare ${priceText(price)} with.`;
  const sides = [
    { count: compared - below - equal, word: 'higher', than: 'higher than' },
    { count: below, word: 'lower', than: 'lower than' },
    { count: equal, word: 'equal', than: 'equal to' },
  ].toSorted((a, b) => b.count - a.count);
  return `${sides
    .filter(({ count }) => count > 0)
    .map(({ count, word, than }, place) =>
      place === 0
        ? `${count === compared ? 'All' : formatNumber(count)} of ${sales} were ${than} ${priceText(price)}`
        : `${formatNumber(count)} ${word}`,
    )
    .join(', ')}.`;
}
