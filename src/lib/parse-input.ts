import type { z } from 'zod';
import { describeIssues } from '../contract/shared/validation.ts';
import { invalidInput } from './errors.ts';

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value as the schema outputs it. @throws DomainError invalid with a sentence for each invalid field */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidInput(describeIssues(parsed.error));
  return parsed.data;
}
