import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssues } from '../contract/shared/validation.ts';
import { appRouter } from './router.ts';

/** Texts that PostgreSQL or UTF-8 cannot store, in the shapes that some fields ask for. */
const UNSTORABLE = [
  '\0',
  'a\0b',
  'https://a.example/\0',
  'a\0@example.org',
  '2026-03-12\0',
  '\ud800',
  'a\udfffb',
];

/** Passwords and links are compared by their hash, byte by byte, and never stored. */
const ONLY_HASHED = / (password|oldPassword|newPassword)$|^email\.\w+ token$/;

/** Each value that an input may contain, with its path: `before`, `sales[].sale_id`. */
function* valuesOf(schema: z.core.$ZodType, path: string): Generator<[string, z.core.$ZodType]> {
  yield [path, schema];
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape))
      yield* valuesOf(field, path ? `${path}.${name}` : name);
  else if (schema instanceof z.ZodArray) yield* valuesOf(schema.element, `${path}[]`);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* valuesOf(option, path);
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    yield* valuesOf(schema.unwrap(), path);
  else if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodObject) yield* valuesOf(schema.in, path);
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>;
const VALUES = Object.entries(procedures).flatMap(([name, { _def }]) =>
  _def.inputs.flatMap((input) =>
    [...valuesOf(input, '')].map(([path, schema]): [string, z.core.$ZodType] => [`${name} ${path}`, schema]),
  ),
);

describe('no input accepts a text that cannot be stored', () => {
  it('reads the inputs of every procedure', () => {
    expect(VALUES.length).toBeGreaterThan(200);
  });

  it.each(VALUES.filter(([name]) => !ONLY_HASHED.test(name)))('%s', (_name, schema) => {
    expect(UNSTORABLE.filter((text) => z.safeParse(schema, text).success)).toEqual([]);
  });
});

/** Values that most fields refuse. */
const WRONG = [5, -1, 0.5, Number.POSITIVE_INFINITY, 1e300, true, null, [], {}, '', 'x', 'x'.repeat(100_000)];

/** What zod's default messages look like. */
const ZODS_OWN = /: expected|, received|[<>]=|Invalid/;

describe("no error has zod's default message", () => {
  it.each(VALUES)('%s', (_name, schema) => {
    const field = z.object({ field: schema });
    const messages = WRONG.flatMap((value) => {
      const { error } = field.safeParse({ field: value });
      return error ? describeIssues(error).map(({ message }) => message) : [];
    });
    expect(messages.filter((message) => ZODS_OWN.test(message))).toEqual([]);
  });
});
