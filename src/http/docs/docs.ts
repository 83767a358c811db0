import type { AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { z } from 'zod';
import { LIMITS } from '../../contract/shared/limits.ts';
import { formatNumber } from '../../contract/shared/plural.ts';
import { SEQUENCE_HEADER } from '../../contract/shared/sequence.ts';
import { productVersion } from '../../lib/process/root.ts';
import { IDEMPOTENCY_KEY } from '../../modules/sales/idempotency.ts';
import type { ProcedureMeta } from '../../trpc/procedures.ts';
import { METHODS, type Procedure, proceduresOf } from '../procedures.ts';
import { PUBLIC_QUERIES } from '../public-cache/public-queries.ts';
import { type DocDocument, docsPage } from './docs-page.ts';
import { asOurError, ERROR_SCHEMA, failuresOf, type Operation, type Schema } from './failures.ts';
import { GUIDE } from './guide.ts';

type Parameters = NonNullable<Operation['parameters']>;

const MAX_INT32 = 2 ** 31 - 1;

/** A copy of a part of the document with each of its objects changed. */
const mapObjects = <Part>(part: Part, change: (schema: Schema) => Schema): Part =>
  JSON.parse(JSON.stringify(part), (_key, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value) ? change(value) : value,
  );

/** A number is whole unless it is a `zFraction`: generated clients round a price that they hold as a float. */
function asWhole(schema: Schema): Schema {
  const { type, format, maximum = Number.POSITIVE_INFINITY } = schema;
  const types = [type].flat();
  const isNumber = types.includes('number') || types.includes('integer');
  // Values that may also be text are of any type.
  if (!isNumber || format || types.includes('string')) return schema;
  const [whole = 'integer', ...others] = types.map((name) => (name === 'number' ? 'integer' : name));
  const width = maximum > MAX_INT32 && { format: 'int64' };
  return { ...schema, type: others.length ? [whole, ...others] : whole, ...width } as Schema;
}

/** Later versions may add fields to a response. */
function asOpen(schema: Schema): Schema {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  return schema;
}

interface Header {
  description: string;
  schema: Schema;
}

/** The headers that calls read, which the schemas of their input do not have. */
const HEADERS: Record<keyof NonNullable<ProcedureMeta['headers']>, Header> = {
  'X-TOTP-Token': {
    description: 'A code of the authenticator app, or a recovery code',
    schema: { type: 'string' },
  },
  'Idempotency-Key': {
    description: `A repeated call with the same key returns the first response, for ${LIMITS.idempotencyKeyHours} hours`,
    schema: { type: 'string', ...IDEMPOTENCY_KEY },
  },
};

const ETag: Header = {
  description: 'Identifies the response, for `If-None-Match`; only without a session',
  schema: { type: 'string' },
};

/** The header of every response (docs/decisions/0014-standbys.md). */
const POSITION: Record<string, Header> = {
  [SEQUENCE_HEADER]: {
    description: 'The number of the latest change that the response includes; only if the site has standbys',
    schema: { type: 'integer', format: 'int64' },
  },
};

/** The headers that public reads take. */
const READ_HEADERS: Record<string, Header> = {
  'If-None-Match': {
    description: 'The `ETag` of an earlier response; if it is still current, the response is 304',
    schema: { type: 'string' },
  },
  [SEQUENCE_HEADER]: {
    description: 'The highest number received so far; the response includes at least that change',
    schema: { type: 'integer', format: 'int64' },
  },
};

const NOT_MODIFIED = {
  description: 'The response with this `ETag` is still current',
  headers: { ETag, ...POSITION },
};

/** What optional parameters mean, where the name and the type do not say it. */
const PARAMETERS = new Map([
  ['page', `page × limit can be at most ${formatNumber(LIMITS.offset)}`],
  ['exact', 'Whether the name is the whole name, not a part of it'],
  ['item_name', 'A part of the name, or with `exact` the whole name'],
  ['pokemon_name', 'A part of the name, or with `exact` the whole name'],
  ['ability', 'The whole name of the ability'],
  ['form', 'The whole name of the form; `Shiny` in front of it also requires a shiny'],
  ['proof', 'Only sales with or without a link to the proof; `any` is the default'],
  ['query', 'A condition such as `price < 5m AND has proof`, in the query language'],
]);

/** The scheme of a call that takes the token of a sign-in that waits for its second factor. */
const PENDING = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: '`Pending <pendingToken>`',
} as const;

const NOTHING = z.object({});

/** Zod leaves defaults out of the schema of what is sent. */
const jsonSchemaOf = (type: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' });

const headerParameter = (name: string, required: boolean, header: Header): Parameters[number] => ({
  name,
  in: 'header',
  required,
  ...header,
});

const headerParameters = ({ headers = {} }: ProcedureMeta): Parameters =>
  Object.entries(headers).map(([name, need]) =>
    headerParameter(name, need === 'required', HEADERS[name as keyof typeof headers]),
  );

/** Adds the headers of a response, and of a request and its 304 where visitors have an `ETag`. */
function addHeaders(operation: Operation, { name, meta }: Procedure): void {
  const isPublicRead = Object.hasOwn(PUBLIC_QUERIES, name);
  const response = operation.responses?.[200];
  if (response && 'description' in response)
    response.headers = { ...(isPublicRead && { ETag }), ...POSITION };
  const taken = isPublicRead ? Object.entries(READ_HEADERS) : [];
  const parameters = taken.map(([header, about]) => headerParameter(header, false, about));
  operation.parameters = [...(operation.parameters ?? []), ...headerParameters(meta), ...parameters];
  if (isPublicRead) operation.responses = { ...operation.responses, 304: NOT_MODIFIED };
}

/** An empty list says that a call takes no token, an empty object that it needs none. */
function securityOf({ ignoresToken, takesPendingToken }: ProcedureMeta): Operation['security'] {
  if (takesPendingToken) return [{ pending: [] }];
  return ignoresToken ? [] : [{}, { bearer: [] }];
}

/**
 * Describes parameters, marks them as required and names their defaults: the generator leaves both out where the schema
 * converts a text.
 */
function completeParameters(parameters: Parameters, input: z.ZodType): void {
  const required = jsonSchemaOf(input, 'input').required ?? [];
  const properties = jsonSchemaOf(input, 'output').properties ?? {};
  for (const parameter of parameters) {
    if (!('name' in parameter)) continue;
    const description = PARAMETERS.get(parameter.name);
    if (required.includes(parameter.name)) parameter.required = true;
    else if (description !== undefined) parameter.description = description;
    const property = properties[parameter.name];
    if (typeof property === 'object' && property.default !== undefined)
      Object.assign(parameter.schema ?? {}, { default: property.default });
  }
}

/** Removes a body without fields, which nobody has to send, and closes others: the generator opens those with rules. */
function completeBody(operation: Operation, input: z.ZodType): void {
  const body = operation.requestBody;
  const schema = body && 'content' in body && body.content['application/json']?.schema;
  if (!schema || !('properties' in schema)) return;
  if (Object.keys(schema.properties ?? {}).length === 0) delete operation.requestBody;
  const { additionalProperties } = jsonSchemaOf(input, 'input');
  if (additionalProperties === false) Object.assign(schema, { additionalProperties });
}

/**
 * The generated document with our error shape in place of the generator's, complete parameters, and no empty bodies.
 * Numbers are whole, and responses are open to further fields.
 */
export function openApiDocument(router: AnyTRPCRouter) {
  const document = generateOpenApiDocument(router as OpenApiRouter, {
    title: 'MarketDex',
    version: productVersion(),
    description: GUIDE,
    baseUrl: '/api',
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  });
  Object.assign(document.components?.securitySchemes ?? {}, { pending: PENDING });
  // Only responses have named schemas.
  const schemas = Object.entries(document.components?.schemas ?? {}).filter(
    ([name]) => !name.startsWith('error.'),
  );
  Object.assign(document.components ?? {}, {
    schemas: { Error: ERROR_SCHEMA, ...mapObjects(Object.fromEntries(schemas), asOpen) },
  });
  for (const procedure of proceduresOf(router)) {
    const { rest, meta, input } = procedure;
    const operation = rest && document.paths?.[rest.path]?.[METHODS[rest.method]];
    if (!operation) continue;
    operation.security ??= securityOf(meta);
    addHeaders(operation, procedure);
    completeParameters(operation.parameters ?? [], input ?? NOTHING);
    completeBody(operation, input ?? NOTHING);
    const failures = failuresOf(procedure, operation);
    const { 401: _, 404: __, ...responses } = operation.responses ?? {};
    operation.responses = mapObjects({ ...responses, ...failures }, (schema) => asOpen(asOurError(schema)));
  }
  return mapObjects(document, asWhole);
}

/** A document with its named schemas in place of their names; these contain no others. */
export function withoutNames(document: string): unknown {
  const { components } = JSON.parse(document);
  return JSON.parse(document, (_key, value) => components.schemas[value?.$ref?.split('/').at(-1)] ?? value);
}

export function generateDocs(router: AnyTRPCRouter): { document: string; page: string } {
  const document = JSON.stringify(openApiDocument(router));
  return { document, page: docsPage(withoutNames(document) as DocDocument) };
}
