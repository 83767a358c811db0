import fc from 'fast-check';
import { HOSTILE_TEXTS } from '../attacks/hostile-texts.ts';
import { type Definitions, fields, fitting, inAddress, isText, jsonText, type Schema } from './inputs.ts';

const CALLERS = ['visitor', 'user', 'checker', 'admin', 'stranger'] as const;

export interface FuzzRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: string | null;
  caller: (typeof CALLERS)[number];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  method: string;
  /** With `{name}` for parameters. */
  path: string;
  parameters: readonly Parameter[];
  body: Schema | null;
}

/** The part of an OpenAPI document that describes requests. */
export interface Document {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Parameter[]; requestBody?: { content?: Record<string, { schema: Schema }> } }
    >
  >;
  components?: { schemas?: Record<string, Schema> };
}

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content?.['application/json']?.schema ?? null,
    })),
  );

export const definitionsOf = ({ components }: Document): Definitions =>
  Object.fromEntries(
    Object.entries(components?.schemas ?? {}).map(([name, schema]) => [
      `#/components/schemas/${name}`,
      schema,
    ]),
  );

/** What a header may hold: anything else the client's own HTTP would refuse to send. */
const headerText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text))),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .map((code) => (code === 0x7f ? ' ' : String.fromCharCode(code))),
    maxLength: 80,
  }),
);

const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'application/json; charset=latin1',
  'application/json;',
  'APPLICATION/JSON',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'nonsense',
];

const oddHeader = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'accept',
      'accept-encoding',
      'accept-language',
      'authorization',
      'cookie',
      'forwarded',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'if-modified-since',
      'origin',
      'range',
      'referer',
      'user-agent',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-http-method-override',
      'x-request-id',
      'x-totp-token',
      'trpc-accept',
    ),
    headerText,
  ),
  fc.constantFrom<[string, string]>(
    ['content-encoding', 'gzip'],
    ['content-encoding', 'br'],
    ['content-encoding', 'x-nothing'],
    ['trpc-accept', 'application/jsonl'],
    ['trpc-accept', 'text/event-stream'],
    ['accept', 'text/event-stream'],
    ['authorization', 'Pending x'],
    ['authorization', 'Basic eDp5'],
    ['accept-encoding', 'br;q=0, gzip;q=x'],
  ),
);

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
);

const oddHeaders = fc.oneof(
  { weight: 5, arbitrary: fc.constant<[string, string][]>([]) },
  { weight: 1, arbitrary: fc.array(oddHeader, { minLength: 1, maxLength: 3 }) },
);

/** A request with headers and a caller around target and body. */
export function withHeaders(
  method: string,
  target: fc.Arbitrary<string>,
  body: fc.Arbitrary<string | null>,
): fc.Arbitrary<FuzzRequest> {
  const caller = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...CALLERS) },
    // Who may call everything.
    { weight: 2, arbitrary: fc.constant('admin' as const) },
  );
  return fc
    .record({ target, body, type: contentType, odd: oddHeaders, caller })
    .map(({ target, body, type, odd, caller }) => ({
      method,
      target,
      headers: { ...(body !== null && { 'content-type': type }), ...Object.fromEntries(odd) },
      body,
      caller,
    }));
}

function queryOf(parameters: readonly Parameter[], definitions: Definitions): fc.Arbitrary<string> {
  const given = { properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])) };
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return fields({ ...given, required }, definitions).chain((values) =>
    fc
      .tuple(
        ...Object.entries(values).map(([name, value]) =>
          inAddress(value).map((text) => `${encodeURIComponent(name.toWellFormed())}=${text}`),
        ),
      )
      .map((parts) => parts.join('&').slice(0, 12_000)),
  );
}

function pathOf({ path, parameters }: Operation, definitions: Definitions): fc.Arbitrary<string> {
  const schemas = new Map(parameters.map(({ name, schema }) => [name, schema]));
  const parts = path.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined
      ? fc.constant(part)
      : fc
          .oneof(
            { weight: 8, arbitrary: fitting(schemas.get(name) ?? {}, definitions) },
            { weight: 1, arbitrary: fc.constantFrom<unknown>(...HOSTILE_TEXTS) },
          )
          .chain(inAddress);
  });
  return fc.tuple(...parts).map((all) => all.join(''));
}

/** Requests for an operation of the document. */
export function restRequests(operation: Operation, definitions: Definitions): fc.Arbitrary<FuzzRequest> {
  const { method, parameters, body } = operation;
  const query = queryOf(
    parameters.filter((parameter) => parameter.in === 'query'),
    definitions,
  );
  const target = fc
    .tuple(pathOf(operation, definitions), query)
    .map(([path, search]) => `/api${path}${search && `?${search}`}`);
  const schema = body?.$ref === undefined ? body : (definitions[body.$ref] ?? {});
  const sent = schema
    ? fc.oneof(
        { weight: 15, arbitrary: jsonText(fields(schema, definitions)) },
        { weight: 1, arbitrary: fc.constant(null) },
      )
    : fc.oneof(
        { weight: 8, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: jsonText(fc.constant({})) },
      );
  return withHeaders(method, target, sent);
}

/** Neither PostgreSQL nor UTF-8 can hold one of them; an address carries the second one as U+FFFD. */
const UNSTORABLE: Schema = { enum: ['ash\u0000', 'ash\ud800'] };

type Values = Record<string, unknown>;

/** Values of the required fields, and a text that cannot be stored in the chosen one. */
function withUnstorable(
  { properties = {}, required = [] }: Schema,
  chosen: string | null,
  definitions: Definitions,
) {
  const kept = Object.entries(properties).filter(([name]) => required.includes(name) || name === chosen);
  const values = kept.map(([name, schema]) => [
    name,
    fitting(name === chosen ? UNSTORABLE : schema, definitions),
  ]);
  return fc.record<Values>(Object.fromEntries(values));
}

const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

function adminRequest(
  { method, path, parameters }: Operation,
  given: Values,
  body: Values | null,
): FuzzRequest {
  const search = parameters
    .filter(({ in: where, name }) => where === 'query' && name in given)
    .map(({ name }) => `${name}=${encoded(given[name])}`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encoded(given[name]));
  return {
    method,
    target: `/api${filled}?${search.join('&')}`,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
    caller: 'admin',
  };
}

/**
 * For each text that the operation takes, requests of an admin with a text there that cannot be stored and nothing else
 * that is refused. Random requests rarely are of that kind.
 */
export function unstorableRequests(
  operation: Operation,
  definitions: Definitions,
): fc.Arbitrary<FuzzRequest>[] {
  const { parameters, body } = operation;
  const address: Schema = {
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  const content = body?.$ref === undefined ? body : (definitions[body.$ref] ?? {});
  const textsOf = (schema: Schema | null) =>
    Object.entries(schema?.properties ?? {}).flatMap(([name, field]) =>
      isText(field, definitions) ? [name] : [],
    );
  const request = (inAddress: string | null, inBody: string | null) =>
    fc
      .tuple(
        withUnstorable(address, inAddress, definitions),
        content ? withUnstorable(content, inBody, definitions) : fc.constant(null),
      )
      .map(([given, sent]) => adminRequest(operation, given, sent));
  return [
    ...textsOf(address).map((name) => request(name, null)),
    ...textsOf(content).map((name) => request(null, name)),
  ];
}
