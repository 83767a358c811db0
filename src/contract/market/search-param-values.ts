import { isCalendarDate } from '../shared/dates.ts';
import { LIMITS } from '../shared/limits.ts';
import { cleanName, hasForbiddenCharacter } from '../shared/text.ts';

/** Reads one value of an address; undefined for what makes no sense, which then counts as absent. */
export type Reader<T> = (text: string) => T | undefined;

/** A whole number within bounds, in plain digits. */
export const wholeNumber =
  (min: number, max: number): Reader<number> =>
  (text) => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : -1;
    return value >= min && value <= max ? value : undefined;
  };

/** One of a list, whatever its case. */
export const oneOf =
  <T extends string>(values: readonly T[]): Reader<T> =>
  (text) =>
    values.find((value) => value.toLowerCase() === text.toLowerCase());

/** One of some numbers. */
export const oneNumberOf =
  (values: readonly number[]): Reader<number> =>
  (text) =>
    values.find((value) => String(value) === text);

export const trueOrFalse: Reader<boolean> = (text) =>
  text === 'true' ? true : text === 'false' ? false : undefined;

/** Typed text without the characters that no name can have; the server refuses them. */
export const searchable = (text: string): string =>
  [...text].filter((character) => !hasForbiddenCharacter(character)).join('');

/** Text as it is searched for; undefined when nothing is left of it. */
export const searchText: Reader<string> = (text) =>
  // Cut first, a character may be cut in two, and half of one is refused; and a cut can leave a blank at the end.
  cleanName(searchable(cleanName(searchable(text)).slice(0, LIMITS.name.max))) || undefined;

/** A day of the calendar, `YYYY-MM-DD`. */
export const calendarDay: Reader<string> = (text) => (isCalendarDate(text) ? text : undefined);

export const price = wholeNumber(0, LIMITS.price.max);
/** Any page that could be; see `lastPage` for those that can be asked for. */
export const pageNumber = wholeNumber(1, 1_000_000_000);

/** The last page that the server counts to: beyond it a list has to be narrowed (docs/api.md "Ground rules"). */
export const lastPage = (limit: number): number => Math.floor(LIMITS.offset / limit);

export type Readers<T> = { [K in keyof Required<T>]: Reader<NonNullable<T[K]>> };

/** The values that an address gives to some of the fields. */
export function readFields<T extends object>(
  query: URLSearchParams,
  readers: Readers<T>,
  fields: readonly (keyof T & string)[],
): Partial<T> {
  const given = fields.flatMap((field) => {
    const value = readers[field](query.get(field) ?? '');
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(given) as Partial<T>;
}

/** Writes into an address what is set and differs from the start. */
export function printFields(query: URLSearchParams, values: object, start: object = {}): void {
  const before = new Map<string, unknown>(Object.entries(start));
  for (const [field, value] of Object.entries(values))
    if (value !== undefined && value !== before.get(field)) query.set(field, String(value));
}

/** A query string with its `?`; empty without parameters. */
export const queryString = (query: URLSearchParams): string => (query.size === 0 ? '' : `?${query}`);
