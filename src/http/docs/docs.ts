import type { AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { type DocDocument, docsPage } from './docs-page.ts';

type Schemas = NonNullable<ReturnType<typeof generateOpenApiDocument>['components']>['schemas'];
type Schema = NonNullable<Schemas>[string];

/** The shape of every REST error (docs/api.md "Ground rules"). */
const ERROR_SCHEMA: Schema = {
  type: 'object',
  required: ['error', 'code', 'request_id'],
  properties: {
    error: { type: 'string', description: 'A sentence for a person' },
    code: { type: 'string', example: 'CONFLICT' },
    details: { type: 'array', items: { type: 'string' }, description: 'One sentence per failed field' },
    decided: {
      type: 'object',
      properties: { by: { type: ['string', 'null'] }, at: { type: 'string', format: 'date-time' } },
    },
    request_id: { type: 'string' },
  },
};

/**
 * The generated document with our error shape in place of the generator's. It also marks each parameter of a path as
 * required, which the generator leaves out where the schema converts a text.
 */
export function openApiDocument(router: AnyTRPCRouter) {
  const document = generateOpenApiDocument(router as OpenApiRouter, {
    title: 'MarketDex',
    version: '1.0.0',
    description: 'Completed sales of items and pokemon, with a link to the proof where there is one.',
    baseUrl: '/api',
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  });
  const schemas = document.components?.schemas ?? {};
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) schemas[name] = ERROR_SCHEMA;
  const failure = {
    description: 'Any other failure',
    content: { 'application/json': { schema: ERROR_SCHEMA } },
  };
  for (const operations of Object.values(document.paths ?? {}))
    for (const operation of Object.values(operations)) {
      operation.responses.default = failure;
      for (const parameter of operation.parameters ?? [])
        if (parameter.in === 'path') parameter.required = true;
    }
  return document;
}

/** The document as JSON, and as a page to read. */
export function generateDocs(router: AnyTRPCRouter): { document: string; page: string } {
  const document = JSON.stringify(openApiDocument(router));
  return { document, page: docsPage(JSON.parse(document) as DocDocument) };
}
