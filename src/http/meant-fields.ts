import { TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';
import { wordKey, wordKeysOf } from '../contract/query/field-words.ts';
import { ALL_FIELDS } from '../contract/query/fields.ts';
import { closestMatch } from '../contract/shared/edit-distance.ts';
import { didYouMean } from '../contract/shared/suggestions.ts';
import { describeIssues, fieldAt } from '../contract/shared/validation.ts';
import { invalidInput } from '../lib/errors.ts';
import { appRouter } from '../trpc/router.ts';
import { proceduresOf } from './procedures.ts';

const INPUTS = new Map(proceduresOf(appRouter).map(({ name, input }) => [name, input]));

/** The fields of sales that people call by a word. Without that of an account, which other inputs are about too. */
const CALLED = Map.groupBy(
  ALL_FIELDS.filter(({ name }) => name !== 'submitted_by').flatMap((field) =>
    wordKeysOf(field).map((key) => ({ key, name: field.name })),
  ),
  ({ key }) => key,
);

/** Words for the ends of a range. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['min', 'min'],
  ['from', 'min'],
  ['max', 'max'],
  ['to', 'max'],
]);

/** What the name of a parameter or field says: its words, and the fields of sales that it can mean, or one end of them. */
function readName(name: string) {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const end = words.find((word) => ENDS.has(word));
  const called = CALLED.get(wordKey(words.filter((word) => word !== end).join('_'))) ?? [];
  const meanings = new Set(called.map((field) => `${ENDS.get(end ?? '')} ${field.name}`));
  return { name, words: words.toSorted().join(' '), meanings };
}

type Name = ReturnType<typeof readName>;

/** The name that an unknown one probably means: with the same words in any order, the same meaning, or a similar one. */
function meantName(unknown: string, names: readonly Name[]): string | undefined {
  const { words, meanings } = readName(unknown);
  const same =
    names.find((one) => one.words === words) ?? names.find((one) => !meanings.isDisjointFrom(one.meanings));
  return (
    same?.name ??
    closestMatch(
      unknown,
      names.map(({ name }) => name),
    )
  );
}

const valueIn = (input: unknown, key: PropertyKey): unknown =>
  typeof input === 'object' && input !== null
    ? Object.getOwnPropertyDescriptor(input, key)?.value
    : undefined;

/** The names of the fields of the object at a path of an input. */
function namesAt(schema: unknown, input: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional) return namesAt(schema.unwrap(), input, path);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { options, discriminator } = schema.def;
    const value = valueIn(input, discriminator);
    const decidesFor = (option: unknown) => {
      const literal: unknown = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
      return literal instanceof z.ZodType && literal.safeParse(value).success;
    };
    const chosen = options.find(decidesFor);
    return namesAt(chosen, input, path);
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const [first, ...rest] = path;
  if (first === undefined) return Object.keys(schema.shape);
  return namesAt(schema.shape[String(first)], valueIn(input, first), rest);
}

/** The unknown fields of an input, with those that are probably meant. */
function meantFields(cause: ZodError, schema: unknown, input: unknown): Map<string, string> {
  const meant = new Map<string, string>();
  for (const issue of cause.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const names = namesAt(schema, input, issue.path).map(readName);
    for (const key of issue.keys) {
      const name = meantName(key, names);
      if (name !== undefined) meant.set(fieldAt([...issue.path, key]), fieldAt([...issue.path, name]));
    }
  }
  return meant;
}

/**
 * The failure of a call whose input has unknown fields, with the fields that are probably meant. Any other failure stays as
 * it is.
 */
export function withMeantFields(failure: TRPCError, procedure: string, input: unknown): TRPCError {
  const { cause } = failure;
  if (!(cause instanceof ZodError)) return failure;
  const meant = meantFields(cause, INPUTS.get(procedure), input);
  const issues = describeIssues(cause).map(({ field, message }) => {
    const name = meant.get(field);
    return { field, message: name === undefined ? message : `${message}.${didYouMean(name)}` };
  });
  const { code, message } = failure;
  return new TRPCError({ code, message, cause: invalidInput(issues) });
}
