import type { SaleKind } from '../sale/kinds.ts';
import { type PriceUnit, shifted, UNIT_PLACES, unitOf, withoutCurrency } from '../sale/price.ts';
import { closestMatch } from '../shared/edit-distance.ts';
import { LIMITS } from '../shared/limits.ts';
import { formatNumber } from '../shared/plural.ts';
import { cleanName, hasForbiddenCharacter, plainSigns, quoted } from '../shared/text.ts';
import type { QueryValue } from './ast.ts';
import { dayMeant, parseDay } from './day.ts';
import type { QueryField, QueryOperator } from './fields.ts';
import { issueAt, type Piece } from './query-error.ts';

/** Fractions need a unit (k, m, b), and numbers have no leading zeros, so `1.000` is not read as 1, nor `0,999k` as 999k. */
const PRICE = /^(?!0\d)([1-9]\d{0,2}(?:([,_ ])\d{3})(?:\2\d{3})*|\d+)(?:(\.\d+)?\s*([kmb]))?$/i;

/** Parses a price of a query: digits, thousands separators, and the units k, m and b. Null when invalid. */
export function parsePriceLiteral(text: string): number | null {
  const [, whole, , fraction = '', unit = ''] = PRICE.exec(text) ?? [];
  if (whole === undefined) return null;
  const price = shifted(
    whole.replace(/\D/g, ''),
    fraction.slice(1),
    UNIT_PLACES[unit.toLowerCase() as PriceUnit] ?? 0,
  );
  return Number.isSafeInteger(price) ? price : null;
}

const readWhole = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

/** Describes a field's valid values, to follow "expected". */
export function expectedValue({ type, values, range }: QueryField): string {
  if (type === 'choice') return `one of ${values?.join(', ')}`;
  if (type === 'date') return 'a date like 2026-03-12, today or today-90d';
  if (type === 'flag') return 'true or false';
  if (type === 'text') return 'text';
  const ends = `from ${formatNumber(range?.min ?? 0)} to ${formatNumber(range?.max ?? 0)}`;
  return type === 'price' ? `a price ${ends}, such as 1,500,000 or 1.5m` : `a whole number ${ends}`;
}

const notValid = (field: QueryField, piece: Piece, meant?: string) =>
  issueAt(piece, `${quoted(piece.text)} is not a valid ${field.name}`, expectedValue(field), meant);

/**
 * A number with the separators of any language as a price of a query, which may be invalid: `1,5` with the unit `m` is
 * `1.5m`, `1.500.000` is `1500000`.
 */
export function priceLiteral(number: string, unit: PriceUnit | ''): string {
  const plain = number.replace(/[ ']/g, '');
  const isGrouped =
    /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/.test(plain) && (unit === '' || /,|\..*\./.test(plain));
  const decimal = isGrouped ? plain.replace(/[.,]/g, '') : plain.replace(',', '.');
  return `0${decimal}${unit}`.replace(/^0+(?=\d)/, '');
}

const AMOUNT = /^(\d+(?:[ '.,]\d{3})*(?:[.,]\d+)?|[.,]\d+)\s*([a-z]*)$/;

/** A price in another notation: `1,5m`, `1.500.000`, `2 million` and `500k pd`. */
function priceMeant(text: string): string | undefined {
  const [, number, word = ''] = AMOUNT.exec(withoutCurrency(text).toLowerCase()) ?? [];
  const unit = word === '' ? '' : unitOf(word);
  return number === undefined || unit === undefined ? undefined : priceLiteral(number, unit);
}

function numberIn({ type, range }: QueryField, text: string): number | null {
  const value = type === 'price' ? parsePriceLiteral(text) : readWhole(text);
  return value !== null && value >= (range?.min ?? 0) && value <= (range?.max ?? 0) ? value : null;
}

function readNumber(field: QueryField, piece: Piece): number {
  const value = numberIn(field, piece.text);
  if (value !== null) return value;
  const meant = field.type === 'price' ? priceMeant(piece.text) : undefined;
  throw notValid(field, piece, numberIn(field, meant ?? '') === null ? undefined : meant);
}

function readText(field: QueryField, piece: Piece, max: number = LIMITS.name.max): string {
  const plain = plainSigns(piece.text);
  if (hasForbiddenCharacter(plain.replace(/\s/g, ' ')))
    throw issueAt(
      piece,
      `This ${field.name} contains a character that is not allowed`,
      'letters, digits and punctuation',
    );
  const text = cleanName(plain);
  if (text === '') throw issueAt(piece, `The value of ${field.name} is missing`, expectedValue(field));
  if (text.length > max)
    throw issueAt(piece, `The value of ${field.name} is too long`, `at most ${max} characters`);
  return text;
}

function readChoice(field: QueryField, piece: Piece): string {
  const typed = readText(field, piece);
  const values = field.values ?? [];
  const found = values.find((value) => value.toLowerCase() === typed.toLowerCase());
  if (found !== undefined) return found;
  throw notValid(field, piece, closestMatch(typed, values));
}

function readDay(field: QueryField, piece: Piece): string {
  const day = parseDay(piece.text);
  if (day === null) throw notValid(field, piece, dayMeant(piece.text));
  return day;
}

/** A LIKE pattern with each run of % reduced to one. The longest name may have one at each end. */
const readPattern = (field: QueryField, piece: Piece): string =>
  readText(field, piece, LIMITS.name.max + 2).replace(/%+/g, '%');

/** Parses and normalizes the value of a term. @throws QuerySyntaxError when it is invalid for the field */
export function readValue(field: QueryField, op: QueryOperator, piece: Piece): QueryValue {
  if (op === 'LIKE' || op === 'NOT LIKE') return readPattern(field, piece);
  if (field.type === 'text') return readText(field, piece);
  if (field.type === 'choice') return readChoice(field, piece);
  if (field.type === 'date') return readDay(field, piece);
  return readNumber(field, piece);
}

/** What people write for the values of flags. */
const FLAG_VALUES = new Map([
  ...['yes', 'y', '1', 'with'].map((word) => [word, 'true'] as const),
  ...['no', 'n', '0', 'without'].map((word) => [word, 'false'] as const),
]);

/** Parses `true` or `false`. @throws QuerySyntaxError for any other value */
export function readFlag(field: QueryField, piece: Piece): boolean {
  const value = piece.text.toLowerCase();
  if (value === 'true' || value === 'false') return value === 'true';
  throw notValid(field, piece, FLAG_VALUES.get(value));
}

export const wrongKindMessage = (field: QueryField, kind: SaleKind): string =>
  kind === 'pokemon'
    ? `${field.name} is a field of items; this query is for pokemon`
    : `${field.name} is a field of pokemon; this query is for items`;
