import fc from 'fast-check';
import { HOSTILE_TEXTS } from '../attacks/hostile-texts.ts';

/** The part of JSON Schema that the product's documents use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
}

/** Schemas by the references that others make to them. */
export type Definitions = Readonly<Record<string, Schema>>;

/** Texts that many fields take. */
const KNOWN_TEXTS = [
  'Garchomp',
  'Adamant',
  'Normal',
  'Sand Veil',
  'Leftovers',
  'Fire',
  'price > 5 AND level = 100',
  'ash@example.org',
  'https://i.imgur.com/a.png',
  '2026-03-12',
  '2026-03-12T00:00:00Z',
  '5',
  'true',
];

/** What PostgreSQL, or UTF-8, cannot hold. */
const UNSTORABLE_TEXTS = ['\u0000', 'ash\u0000', 'Garchomp\u0000x', '\ud800', 'ash\udfff', '\ufffe\uffff'];

/** Anything that JSON can carry, and what has broken parsers and databases. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(1e308, -1e308, 5e-324, -0, 2 ** 53, 2 ** 31, -(2 ** 31) - 1, 0.1, -1, 0),
  fc.constantFrom(null, true, '', ' ', [], {}, [[]], { $ne: null }, 'x'.repeat(3_000)),
);

function fittingNumber({ type, minimum = -1_000, maximum = 1_000 }: Schema): fc.Arbitrary<number> {
  const bounds = fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1);
  const low = Math.ceil(Math.max(minimum, Number.MIN_SAFE_INTEGER));
  const high = Math.floor(Math.min(maximum, Number.MAX_SAFE_INTEGER));
  // Small ids are those of rows that exist.
  const small = fc.integer({ min: low, max: Math.max(low, Math.min(high, low + 40)) });
  const whole = fc.integer({ min: low, max: Math.max(low, high) });
  return type === 'integer' ? fc.oneof(small, whole, bounds) : fc.oneof(small, whole, bounds, fc.double());
}

function fittingText({ format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  const text = fc.string({
    minLength: Math.min(minLength, 300),
    maxLength: Math.max(minLength, Math.min(maxLength, 300)),
  });
  return fc.oneof(
    text,
    fc.constantFrom(...KNOWN_TEXTS),
    fc.constantFrom(...HOSTILE_TEXTS),
    fc.constantFrom(...UNSTORABLE_TEXTS),
    fc.constant('a'.repeat(Math.min(maxLength + 1, 5_000))),
  );
}

/** Values of that schema, at its bounds and just beyond them too. */
export function fitting(schema: Schema, definitions: Definitions, depth = 0): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, allOf } = schema;
  if (depth > 8) return fc.constant(null);
  if ($ref !== undefined) return fitting(definitions[$ref] ?? {}, definitions, depth + 1);
  const choices = anyOf ?? oneOf ?? allOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, definitions, depth + 1)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'integer':
    case 'number':
      return fittingNumber({ ...schema, type });
    case 'string':
      return fittingText(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, definitions, depth + 1), { maxLength: 5 });
    case 'object':
      return fields(schema, definitions, depth + 1);
    default:
      return anything;
  }
}

/** Whether the schema takes a text of any kind. */
export function isText(
  { $ref, anyOf, oneOf, allOf, type, enum: choices }: Schema,
  definitions: Definitions,
): boolean {
  if ($ref !== undefined) return isText(definitions[$ref] ?? {}, definitions);
  const alternatives = anyOf ?? oneOf ?? allOf;
  if (alternatives) return alternatives.some((alternative) => isText(alternative, definitions));
  return !choices && [type].flat().includes('string');
}

/** Mostly a value that fits, sometimes one of anything. */
const nearly = (schema: Schema, definitions: Definitions, depth: number) =>
  fc.oneof(
    { weight: 12, arbitrary: fitting(schema, definitions, depth) },
    { weight: 1, arbitrary: anything },
  );

/** Objects of that schema, some with fields that are wrong, missing or unknown. */
export function fields(
  { properties = {}, required = [] }: Schema,
  definitions: Definitions,
  depth = 0,
): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, nearly(schema, definitions, depth)]),
  );
  const requiredKeys = required.filter((name) => Object.hasOwn(values, name));
  const optional = Object.keys(values).filter((name) => !requiredKeys.includes(name));
  const complete = fc.record(values, { requiredKeys });
  // One field at a time, so that errors of other fields do not hide its own.
  const single = fc.constantFrom(...(optional.length ? optional : [''])).chain((chosen) => {
    const kept = Object.entries(values).filter(([name]) => name === chosen || requiredKeys.includes(name));
    return fc.record(Object.fromEntries(kept));
  });
  const unknown = fc.dictionary(fc.string({ unit: 'binary', maxLength: 20 }), anything, { maxKeys: 2 });
  return fc.oneof(
    { weight: 5, arbitrary: complete },
    { weight: 5, arbitrary: single },
    { weight: 1, arbitrary: fc.record(values, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(complete, unknown).map(([known, extra]) => ({ ...known, ...extra })) },
  );
}

/** A JSON text of that value, or one that is broken, of another kind or too deep. */
export const jsonText = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 14, arbitrary: value.map((given) => JSON.stringify(given) ?? '') },
    { weight: 1, arbitrary: value.map((given) => (JSON.stringify(given) ?? '').slice(0, -1)) },
    { weight: 1, arbitrary: anything.map((given) => JSON.stringify(given) ?? '') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'null', '[]', '{"__proto__":1}', '['.repeat(5_000), '{"a":1e999}'),
    },
  );

/** A text for an address: percent-encoded, or as it is where HTTP allows that. */
export const inAddress = (value: unknown): fc.Arbitrary<string> => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const encoded = encodeURIComponent(text.toWellFormed()).slice(0, 4_000);
  return fc.oneof(
    { weight: 15, arbitrary: fc.constant(encoded) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%ff', '%00', '%E0%A4%A', '%C0%80', '..%2f..', '%2e%2e', ''),
    },
  );
};
