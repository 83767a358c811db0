import { isCalendarDate } from './dates.ts';
import { LIMITS } from './limits.ts';
import { cleanName, withoutForbiddenCharacters } from './text.ts';

/** Parses one URL parameter; undefined when the value is invalid, which is then ignored. */
export type Reader<T> = (text: string) => T | undefined;

/** A whole number in a range, digits only. */
export const readWholeNumber =
  (min: number, max: number): Reader<number> =>
  (text) => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : -1;
    return value >= min && value <= max ? value : undefined;
  };

/** One of a list, case-insensitive. */
export const oneOf =
  <T extends string>(values: readonly T[]): Reader<T> =>
  (text) =>
    values.find((value) => value.toLowerCase() === text.toLowerCase());

export const oneNumberOf =
  (values: readonly number[]): Reader<number> =>
  (text) =>
    values.find((value) => String(value) === text);

export const trueOrFalse: Reader<boolean> = (text) =>
  text === 'true' ? true : text === 'false' ? false : undefined;

/** Normalized search text; undefined when nothing remains. */
export const searchText: Reader<string> = (text) =>
  // The cut can split a surrogate pair or leave a space at the end, so the text is cleaned again.
  cleanName(
    withoutForbiddenCharacters(cleanName(withoutForbiddenCharacters(text)).slice(0, LIMITS.name.max)),
  ) || undefined;

/** A calendar date, `YYYY-MM-DD`. */
export const calendarDay: Reader<string> = (text) => (isCalendarDate(text) ? text : undefined);

export const price = readWholeNumber(0, LIMITS.price.max);
/** Any page number; see `lastPage` for the limit. */
export const pageNumber = readWholeNumber(1, 1_000_000_000);

/** The last page that the server allows; beyond it, users must filter the list (docs/api.md "Ground rules"). */
export const lastPage = (limit: number): number => Math.floor(LIMITS.offset / limit);

export type Readers<T> = { [K in keyof Required<T>]: Reader<NonNullable<T[K]>> };

/** Reads the given fields from a query string; invalid values are omitted. */
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

/** A parameter of a query string whose filter has no effect. */
export type IgnoredFilter = readonly [param: string, value: string];

/** The given fields of a query string that have a value, but not a valid one. */
export const invalidFields = <T extends object>(
  query: URLSearchParams,
  readers: Readers<T>,
  fields: readonly (keyof T & string)[],
): IgnoredFilter[] =>
  fields.flatMap((field): IgnoredFilter[] => {
    const value = query.get(field) ?? '';
    return value === '' || readers[field](value) !== undefined ? [] : [[field, value]];
  });

/** Sets the parameters whose values are defined and differ from the defaults. */
export function printFields(query: URLSearchParams, values: object, defaults: object = {}): void {
  const byField = new Map<string, unknown>(Object.entries(defaults));
  for (const [field, value] of Object.entries(values))
    if (value !== undefined && value !== byField.get(field)) query.set(field, String(value));
}

/** A query string with its `?`; empty without parameters. */
export const queryString = (query: URLSearchParams): string => (query.size === 0 ? '' : `?${query}`);
