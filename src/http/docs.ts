import { createRequire } from 'node:module';
import path from 'node:path';
import type { AnyTRPCRouter } from '@trpc/server';
import express, { type Router } from 'express';
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';

const SCRIPT = `window.onload = () => {
  window.ui = SwaggerUIBundle({ url: 'openapi.json', dom_id: '#docs', deepLinking: true, tryItOutEnabled: true });
};
`;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>MarketDex API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

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

/** The document at `/openapi.json`, and an interactive page at `/docs`. */
export function docsRouter(router: AnyTRPCRouter): Router {
  const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const document = JSON.stringify(openApiDocument(router));
  const docs = express.Router();
  docs.get('/openapi.json', (_request, response) => response.type('json').send(document));
  docs.get('/docs', (_request, response) => response.type('html').send(PAGE));
  docs.get('/docs/start.js', (_request, response) => response.type('js').send(SCRIPT));
  docs.use('/docs', express.static(assets, { index: false, redirect: false }));
  return docs;
}
