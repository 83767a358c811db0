import { saleSubject } from '../../../contract/market/page-titles.ts';
import type { UnparsedLine } from '../../../contract/paste/unparsed-line.ts';
import type { SaleKind } from '../../../contract/sale/kinds.ts';
import { priceText } from '../../../contract/sale/price.ts';
import type { AnySale } from '../../../contract/sale/sale.ts';
import { spreadOf, spreadText } from '../../../contract/sale/spreads.ts';
import { formatDate } from '../../../contract/shared/dates.ts';
import { orList } from '../../../contract/shared/lists.ts';
import { salePath } from '../../../contract/shared/paths.ts';
import { counted } from '../../../contract/shared/plural.ts';
import { escapeMarkdown } from '../discord-messages.ts';

export const TEXTS = {
  demo: 'Demo data: these sales are generated. They are not real.',
  failed: 'Something went wrong. Please try again.',
  noSales: 'No sales so far.',
  noSalesOfName: 'No sales of this name yet.',
  onOnePage: 'The page shows them in one table.',
  nameOne: 'Name one item or pokemon, or paste a set as Showdown exports it.',
  narrow: 'Name an item or pokemon, or add a trait or a price to the search.',
  howToFollow: 'Follow these sales on the site to hear of new ones. You need an account.',
  lastSales: '**Last sales**',
  showSales: 'Show sales',
  showCheck: 'Price check',
  showFollow: 'Follow',
} as const;

/** `Garchomp (pokemon, 12 sales)`; `adamant Garchomp (pokemon)` where the number is unknown. */
export const choiceText = (text: string, kind: SaleKind, sales: number | null): string =>
  `${text} (${sales === null ? kind : `${kind}, ${counted(sales, 'sale')}`})`;

/** Text of a search that has no meaning; null without any. */
export const notUnderstood = (pieces: readonly string[]): string | null =>
  pieces.length === 0 ? null : `Not understood: ${escapeMarkdown(pieces.join(', '))}`;

/** Filters that a price check does not compare; null without any. */
export const notCompared = (labels: readonly string[]): string | null =>
  labels.length === 0 ? null : `Not compared: ${escapeMarkdown(labels.join(', '))}`;

/** `Did you mean Garchomp or Gabite?`, not escaped; null without suggestions. */
export const didYouMean = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `Did you mean ${orList(names)}?`;

/** The lines of a pasted text that had no effect, with the reasons. */
export const unparsedLines = (lines: readonly UnparsedLine[]): string[] =>
  lines.map(({ line, reason }) => `- ${escapeMarkdown(line)}: ${escapeMarkdown(reason)}`);

/** `Leftovers 20k: Leftovers is an item.`; not escaped. */
export const unparsedSentence = ({ line, reason }: UnparsedLine): string =>
  `${line}: ${reason}${/[.?]$/.test(reason) ? '' : '.'}`;

export const onlyFirst = (checked: number, of: number): string =>
  `Only the first ${checked} of ${of} sets are checked here.`;

export const tooManyLines = (most: number): string =>
  `At most ${most} lines are read here. The page of price checks reads longer texts.`;

/** `- [69,000 PD](https://…) · 4 Nov 2026 · Adamant Garchomp, IVs 31/31/31/0/31/31 · with proof` */
export function saleLine(sale: AnySale, publicUrl: string): string {
  const spread = sale.kind === 'pokemon' ? `, IVs ${spreadText(spreadOf(sale))}` : '';
  return [
    `- [${priceText(sale.price)}](${publicUrl}${salePath(sale.sale_id)})`,
    formatDate(sale.date_sold),
    `${escapeMarkdown(saleSubject(sale))}${spread}`,
    ...(sale.proof_url === null ? [] : ['with proof']),
  ].join(' · ');
}
