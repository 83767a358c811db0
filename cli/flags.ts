import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { formatNumber } from '../src/contract/shared/plural.ts';
import { describeIssues } from '../src/contract/shared/validation.ts';
import { invalidInput } from '../src/lib/errors.ts';

/** A parser for commander: reads an option as a whole number, and refuses anything else. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = `${formatNumber(min)} to ${formatNumber(max)}`;
    throw new InvalidArgumentError(`It must be a whole number from ${range}.`);
  };

/**
 * Validates values that were given as flags.
 *
 * @param flagOf the flag of a field, without hyphens in front; messages name it in place of the field
 * @throws DomainError invalid with a sentence for each invalid flag
 */
export function parseFlags<Schema extends z.ZodType>(
  schema: Schema,
  values: Record<string, unknown>,
  flagOf = (field: string) => field,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalidInput(
    describeIssues(parsed.error).map(({ field, message }) => ({
      field,
      message: message.replace(new RegExp(`^${field}\\b`), `--${flagOf(field)}`),
    })),
  );
}
