import { z } from 'zod';
import { FIRST_DAY, isCalendarDate, isTooEarly } from './dates.ts';
import { closestMatch } from './edit-distance.ts';
import { LIMITS } from './limits.ts';
import { formatNumber } from './plural.ts';
import { cleanName, hasForbiddenCharacter, isStorable, plainSigns, quoted } from './text.ts';

/** Query strings send numbers as text, JSON as numbers; a field must accept both. `100.000` may mean a hundred thousand. */
const wholeFromText = (value: string | number): unknown =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;

function booleanFromText(value: string | boolean): unknown {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  return text === 'true' ? true : text === 'false' ? false : value;
}

/** A whole number in a query or path: digits or a JSON number. */
export const zQueryInt = (what: string, min: number, max: number) =>
  z.preprocess(wholeFromText, zWholeNumber(what, min, max));

/** A number of a response that need not be whole; the OpenAPI document shows all others as whole numbers. */
export const zFraction = z.number().meta({ format: 'double' });

/** A rule for a value of a JSON body, with what is wrong with a text that a query string could send. */
const unquoted = (rule: string, input: unknown, fromText: (text: string) => unknown): string =>
  typeof input === 'string' && fromText(input) !== input ? `${rule}, without quotes` : rule;

/** A boolean in a JSON body; text is rejected. */
export const zFlag = (what: string) =>
  z.boolean({ error: ({ input }) => unquoted(`${what} must be true or false`, input, booleanFromText) });

/** A boolean in a query. Anything except true and false is rejected, so `flag=no` is not read as true. */
export const zQueryBool = (what: string) => z.preprocess(booleanFromText, zFlag(what));

/** A whole number in a JSON body; text is rejected. */
export function zWholeNumber(what: string, min: number, max: number) {
  const error = `${what} must be a whole number from ${formatNumber(min)} to ${formatNumber(max)}`;
  const typeError = ({ input }: { input: unknown }) =>
    input === undefined ? `${what} is required` : unquoted(error, input, wholeFromText);
  return z.number({ error: typeError }).int({ error }).min(min, { error }).max(max, { error });
}

/** An id in a path. */
export const zId = (what: string) => zQueryInt(what, 1, LIMITS.id.max);

export const zNothing = z.strictObject({});

/** A row by its id in a path. */
export const zRef = z.strictObject({ id: zId('id') });

/** An IV of a sale to compare. */
export const zIv = z.number().int().min(LIMITS.iv.min).max(LIMITS.iv.max);

/** Whether a field has no value: it is absent, null or blank. */
export const isMissing = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '');

/** A calendar date, `YYYY-MM-DD`. */
export const zDate = (what: string) =>
  z
    .string({
      error: ({ input }) => `${what} ${isMissing(input) ? 'is required' : 'must be a date like 2026-03-12'}`,
    })
    .refine((text) => !isMissing(text), { error: `${what} is required`, abort: true })
    .refine((text) => !isTooEarly(text), { error: `${what} cannot be before ${FIRST_DAY}`, abort: true })
    .refine(isCalendarDate, { error: `${what} must be a date like 2026-03-12` })
    .meta({ format: 'date', description: `Not before ${FIRST_DAY}` });

/** A calendar date of a response. */
export const zDay = z.string().meta({ format: 'date' });

/** A text that must be given; whether it may be empty is up to the caller. @param missing the error without it */
export const zRequiredText = (what: string, missing = `${what} is required`) =>
  z.string({ error: ({ input }) => (isMissing(input) ? missing : `${what} must be text`) });

export const tooLong = (what: string, max: number) => ({
  error: `${what} can be at most ${max} characters long`,
});

export const notAllowed = (what: string) => ({ error: `${what} contains a character that is not allowed` });

/** A normalized line without invisible or confusable characters. @param max length as sent */
const zLine = (what: string, max: number, missing?: string) =>
  zRequiredText(what, missing)
    .max(max, tooLong(what, LIMITS.name.max))
    .overwrite(plainSigns)
    .refine((text) => !hasForbiddenCharacter(text), notAllowed(what))
    .transform(cleanName);

/** A name, normalized; at most 100 characters. @param missing the error without it */
export const zName = (what: string, missing = `${what} is required`) =>
  zLine(what, LIMITS.name.max * 2, missing)
    .pipe(z.string().min(1, { error: missing }).max(LIMITS.name.max, tooLong(what, LIMITS.name.max)))
    // For the OpenAPI document, which shows the text before it is cleaned.
    .meta({ minLength: 1, maxLength: LIMITS.name.max });

/** Any text that the database can store. */
export const zText = (what: string, max: number) =>
  z
    .string({ error: `${what} must be text` })
    .max(max, tooLong(what, max))
    .refine(isStorable, notAllowed(what));

/** Search text: normalized like a name; blank counts as absent. */
export const zSearch = (what: string) => zLine(what, LIMITS.name.max);

/**
 * One of a list, case-insensitive; the output has the list's spelling. The error names the closest one, or all.
 *
 * @param missing the error without it; by default, that of a wrong one
 */
export function zOneOf<const T extends string>(what: string, values: readonly T[], missing?: string) {
  const byKey = new Map(values.map((value) => [value.toLowerCase(), value]));
  const error = ({ input }: { input: unknown }) => {
    if (missing !== undefined && isMissing(input)) return missing;
    const meant = typeof input === 'string' ? closestMatch(input.trim(), values) : undefined;
    return meant === undefined
      ? `${what} must be one of ${values.join(', ')}`
      : `${quoted(String(input).trim())} is not a valid ${what.toLowerCase()}. Did you mean ${meant}?`;
  };
  return z.preprocess(
    (value: string) => (typeof value === 'string' ? (byKey.get(value.trim().toLowerCase()) ?? value) : value),
    z.enum(values, { error }),
  );
}

/** A timestamp, ISO 8601 in UTC. */
export const zMoment = z.iso.datetime();

/** `page` and `limit` of every list; `LIMITS.offset` bounds their product. */
export const pageFields = {
  page: zQueryInt('page', 1, 1_000_000_000).meta({ default: 1 }).optional(),
  limit: zQueryInt('limit', 1, LIMITS.list.max).meta({ default: LIMITS.list.default }).optional(),
};

const zPagination = z
  .object({ page: z.number(), limit: z.number(), total: z.number(), totalPages: z.number() })
  .meta({ id: 'Pagination' });

/** One page of a list (docs/api.md "Ground rules"). */
export const zPage = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    pagination: zPagination,
  });

export interface Page<T> {
  data: T[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
}

export const pageOf = <T>(data: T[], page: number, limit: number, total: number): Page<T> => ({
  data,
  pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
});

export const zMessage = z.object({ message: z.string() });
