import { isEmptySpread, type KnownIvs, parseSpread } from '../sale/spreads.ts';
import { takePrices } from '../search/amounts.ts';
import { SearchText } from '../search/search-text.ts';
import { LIMITS } from '../shared/limits.ts';
import { zProofUrl } from '../shared/urls.ts';
import { type SaleValues, withoutLinkAndDate } from './line-values.ts';
import { CONTRADICTION, type UnparsedLine, unparsedLine } from './unparsed-line.ts';

/** Values whose kind is evident. */
export interface PastedValue extends SaleValues {
  price?: number;
  /** Null for an unknown IV. */
  spread?: KnownIvs;
}

/** Longer texts are not only values. */
const MAX_LENGTH = LIMITS.proofUrl.max + 20;

function linkIn(text: string): string | null {
  const [, link = ''] = /^(?:proof(?: url)? ?[:=-]? ?)?<?(https?:[^\s<>]+)>?$/i.exec(text) ?? [];
  return zProofUrl.safeParse(link).data ?? null;
}

function spreadIn(text: string): PastedValue['spread'] | null {
  const spread = parseSpread(text.replace(/^(?:ivs?|spread) *[:=] */i, ''));
  return spread && !isEmptySpread(spread) ? spread : null;
}

const PRICE_LABEL = /^(?:price|sold for)(?: *[:=] *| +)/i;
const GROUPED = /^\d{1,3}(?:[ '.,]\d{3})+$/;

/** A price with its label, unit, currency or thousands separators; another number can mean anything. */
export function priceIn(text: string): number | null {
  const amount = text.replace(PRICE_LABEL, '');
  const isBare = /^[\d '.,]+$/.test(amount) && (amount !== text || GROUPED.test(amount));
  const source = new SearchText(isBare ? `${amount} pd` : amount);
  takePrices(source);
  const [term] = source.terms;
  const { min_price: min, max_price: max } = term?.filters ?? {};
  const isWhole = term?.from === 0 && term.to === source.source.length;
  return isWhole && min !== undefined && min === max ? min : null;
}

function singleValue(whole: string): PastedValue | null {
  const proof_url = linkIn(whole);
  if (proof_url !== null) return { proof_url };
  const spread = spreadIn(whole);
  if (spread) return { spread };
  const price = priceIn(whole);
  return price === null ? null : { price };
}

/**
 * The values that a whole pasted text is: a link, a spread, a price or a day, or one of the first three with a link and a
 * day. Null for any other text.
 *
 * @param now when `today` is
 */
export function pastedValue(text: string, now: Date): PastedValue | null {
  const whole = text.trim();
  if (whole === '' || whole.length > MAX_LENGTH) return null;
  const single = singleValue(whole);
  if (single) return single;
  const { rest, values, notRead } = withoutLinkAndDate(whole, now);
  if (Object.keys(values).length === 0 || notRead.length > 0) return null;
  const other = rest === '' ? {} : singleValue(rest);
  return other && { ...values, ...other };
}

/** The values of a pasted text, one per line, and its other lines. Null when no line is a value. */
export function pastedValues(
  text: string,
  now: Date,
): { values: PastedValue; notRead: UnparsedLine[] } | null {
  if (text.length > LIMITS.paste.length) return null;
  const values: PastedValue = {};
  const notRead: UnparsedLine[] = [];
  for (const line of text.split(/[\r\n]+/).filter((one) => one.trim() !== '')) {
    const value = pastedValue(line, now);
    const isSecond = Object.keys(value ?? {}).some((field) => Object.hasOwn(values, field));
    if (value && !isSecond) Object.assign(values, value);
    else
      notRead.push(
        unparsedLine(line, value ? CONTRADICTION : 'Not a price, a day, a spread of IVs or a link'),
      );
  }
  return Object.keys(values).length === 0 ? null : { values, notRead };
}
