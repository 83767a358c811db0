import { LIMITS } from '../shared/limits.ts';
import { withoutLinkAndDate } from './line-values.ts';
import { linesOf } from './pasted-lines.ts';
import { type PastedValue, pastedValue } from './pasted-value.ts';
import { withoutPrice, wordsOf } from './row-price.ts';
import { CONTRADICTION, NEXT_SALE, type UnparsedLine, unparsedLine } from './unparsed-line.ts';

/** An item as written, with what a pasted text says of its sale. */
export interface PastedItem {
  name: string;
  values: Omit<PastedValue, 'spread'>;
  /** The lines, and parts of them, that have no effect. */
  notRead: UnparsedLine[];
}

/** What is between a name and its price: `Leftovers: 18k`, `Leftovers for 18k`. */
const BETWEEN = /(?:[\s:=@-]+|\s(?:sold |went )?for|\sprice)$/i;

/** A line with a name; null without one. */
function itemOf(line: string, now: Date): PastedItem | null {
  const { rest, values, notRead } = withoutLinkAndDate(line, now);
  if (rest.length > 2 * LIMITS.name.max) return null;
  const { words, price } = withoutPrice(wordsOf(rest), true);
  const name = words
    .join(' ')
    .replace(/^[\s:=-]+/, '')
    .replace(BETWEEN, '')
    .replace(BETWEEN, '');
  if (!/\p{L}/u.test(name)) return null;
  return { name, values: { ...values, ...(price !== undefined && { price }) }, notRead };
}

const hasValues = ({ values }: PastedItem): boolean => Object.keys(values).length > 0;

/**
 * Reads the first item of a text: `Leftovers 18,300 2026-03-12 https://…`, also with its values in lines of their own. Lines of
 * further items are listed as not read. Null for a text without an item, or without a value of it.
 *
 * @param now when `today` is
 */
export function readItem(text: string, now: Date): PastedItem | null {
  if (text.length > LIMITS.paste.length) return null;
  const lines = linesOf(text).filter((line) => line !== '');
  const item = itemOf(lines[0] ?? '', now);
  if (!item || pastedValue(lines[0] ?? '', now)) return null;
  let isNext = false;
  for (const line of lines.slice(1)) {
    const { spread, ...values } = pastedValue(line, now) ?? {};
    const isValue = Object.keys(values).length > 0 && !spread;
    const further = isValue ? null : itemOf(line, now);
    isNext ||= further !== null && hasValues(further);
    const isSecond = Object.keys(values).some((field) => Object.hasOwn(item.values, field));
    if (isValue && !isNext && !isSecond) Object.assign(item.values, values);
    else if (isNext) item.notRead.push(unparsedLine(line, NEXT_SALE));
    else item.notRead.push(unparsedLine(line, isSecond ? CONTRADICTION : 'Not a price, a day or a link'));
  }
  return hasValues(item) ? item : null;
}
