import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { beforeAll, expect, it } from 'vitest';
import { ALL_FIELDS } from '../../contract/query/fields.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { itemSubmission, makeAccount } from '../../testing/accounts/factories.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { RestDocument } from '../../testing/rest/document.ts';
import { type Accounts, restRoutes } from '../../testing/rest/routes.ts';
import { testServer } from '../../testing/run/server.ts';
import { appRouter } from '../../trpc/router.ts';
import { docsRouter } from './docs-router.ts';

const server = testServer();
let document: RestDocument;

beforeAll(async () => {
  document = await RestDocument.of(server);
});

it('has the version of the product', async () => {
  const { body } = await call(server, 'GET', '/openapi.json');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(body).toMatchObject({ info: { version } });
});

it('documents exactly the paths of the contract', () => {
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.toSorted()).toEqual(Object.keys(restRoutes(server, {} as Accounts)).toSorted());
});

const FILTERS = ['min_price', 'max_price', 'date_from', 'date_to', 'proof', 'query'];
const TRAITS = [
  ...['nature', 'ability', 'form', 'hidden_power', 'is_shiny', 'min_perfect_ivs', 'min_level', 'max_level'],
  ...['atk_iv', 'def_iv', 'speed_iv', 'spatk_iv', 'spdef_iv', 'hp_iv'].flatMap((iv) => [
    `min_${iv}`,
    `max_${iv}`,
  ]),
];
const LIST = ['status', 'exact', 'page', 'limit', 'sort', 'order', ...FILTERS];

it.each([
  ['/items', ['item_name', ...LIST]],
  ['/pokemon', ['pokemon_name', ...LIST, ...TRAITS]],
  ['/items/search/autocomplete', ['query', 'limit']],
  ['/items/answer/{name}', ['name', ...FILTERS]],
  ['/pokemon/answer/{name}', ['name', ...FILTERS, ...TRAITS]],
  ['/items/price-history/{name}', ['name', 'days', ...FILTERS]],
  ['/pokemon/price-history/{name}', ['name', 'days', ...FILTERS, ...TRAITS]],
])('documents exactly the parameters of %s', (path, parameters) => {
  const given = document.paths[path]?.get?.parameters?.filter((parameter) => parameter.in !== 'header');
  const names = given?.map(({ name }) => name);
  expect(names?.toSorted()).toEqual(parameters.toSorted());
});

/** Every object of the document below a value. */
const objectsIn = (value: unknown): Record<string, unknown>[] =>
  value === null || typeof value !== 'object'
    ? []
    : [
        ...(Array.isArray(value) ? [] : [value as Record<string, unknown>]),
        ...Object.values(value).flatMap(objectsIn),
      ];
const ofType = (type: string, value: unknown) =>
  objectsIn(value).filter((schema) => [schema.type].flat().includes(type));

it('names the schemas that many calls share', async () => {
  const { body } = await call(server, 'GET', '/openapi.json');
  const names = ['Error', 'Follow', 'ItemSale', 'Pagination', 'PokemonSale', 'User'];
  expect(Object.keys(body.components.schemas).toSorted()).toEqual(names);
  const references = objectsIn(body.paths).flatMap(({ $ref }) => $ref ?? []);
  expect([...new Set(references)].toSorted()).toEqual(names.map((name) => `#/components/schemas/${name}`));
});

it('documents prices as whole numbers of 64 bits', () => {
  const price = { type: 'integer', format: 'int64' };
  expect(document.schemaOf('GET /items', 200)).toMatchObject({
    properties: {
      data: { items: { properties: { price, item_id: { ...price, type: ['integer', 'null'] } } } },
    },
  });
  expect(document.paths['/items/submit']?.post?.requestBody?.content).toMatchObject({
    'application/json': { schema: { properties: { price } } },
  });
  const tooLarge = ofType('integer', document.paths).filter(
    ({ format, maximum }) => format === undefined && !(Number(maximum) < 2 ** 31),
  );
  expect(tooLarge).toEqual([]);
});

it('documents a number as a fraction only where it is one', () => {
  const numbers = ofType('number', document.paths).filter(({ type }) => type === 'number');
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers.filter(({ format }) => format !== 'double')).toEqual([]);
});

it('closes the objects of requests, and none of a response', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const isClosed = (schema: Record<string, unknown>) => schema.additionalProperties === false;
  const bodies = operations.flatMap(
    ({ requestBody }) => requestBody?.content['application/json'].schema ?? [],
  );
  expect(objectsIn(bodies).filter((schema) => schema.properties && !isClosed(schema))).toEqual([]);
  expect(objectsIn(operations.map(({ responses }) => responses)).some(isClosed)).toBe(false);
});

const requiredOf = (path: string) =>
  document.paths[path]?.get?.parameters?.filter(({ required }) => required).map(({ name }) => name);

it('documents which parameters are required', () => {
  expect(requiredOf('/pokemon/trait-pairs/{name}')).toEqual(['name', 'trait', 'value']);
  expect(requiredOf('/reviews')).toEqual(['scope']);
  expect(requiredOf('/items')).toEqual([]);
});

it.each([
  ['/auth/login', 'X-TOTP-Token', false],
  ['/auth/verify-2fa', 'X-TOTP-Token', true],
  ['/auth/confirm', 'X-TOTP-Token', false],
  ['/items/submit', 'Idempotency-Key', false],
  ['/pokemon/submit', 'Idempotency-Key', false],
])('documents the header that %s reads: %s', async (path, name, required) => {
  const headers = document.paths[path]?.post?.parameters?.filter((parameter) => parameter.in === 'header');
  expect(headers).toMatchObject([{ name, required, schema: { type: 'string' } }]);
});

it('documents which keys a submission takes, and the server agrees', async () => {
  const [header] = document.paths['/items/submit']?.post?.parameters ?? [];
  expect(header?.schema).toEqual({ type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' });
  const { token } = await makeAccount(server);
  const keys = ['k', '!~', 'x'.repeat(200), 'x'.repeat(201), 'two words', 'é'];
  const takes = async (key: string) => {
    const headers = { 'Idempotency-Key': key };
    const answer = await call(server, 'POST', '/items/submit', { token, headers, body: itemSubmission() });
    return answer.status === 200;
  };
  expect(await Promise.all(keys.map(takes))).toEqual([true, true, true, false, false, false]);
});

it('documents the headers of public reads and of no other calls', () => {
  const position = { 'MarketDex-Sequence': { schema: { type: 'integer', format: 'int64' } } };
  const read = document.paths['/pokemon/price-history/{name}']?.get;
  const headers = read?.parameters?.filter((parameter) => parameter.in === 'header');
  expect(headers).toMatchObject([
    { name: 'If-None-Match', required: false },
    { name: 'MarketDex-Sequence', required: false },
  ]);
  const tagged = { headers: { ETag: { schema: { type: 'string' } }, ...position } };
  expect(read?.responses).toMatchObject({ 200: tagged, 304: tagged });
  expect(read?.responses[304]).not.toHaveProperty('content');
  const own = document.paths['/submissions']?.get;
  expect(own?.parameters?.filter((parameter) => parameter.in === 'header')).toEqual([]);
  expect(own?.responses).toMatchObject({ 200: { headers: position } });
  expect(own?.responses[200]).not.toHaveProperty('headers.ETag');
});

it('documents the defaults of parameters', () => {
  const defaultOf = (path: string, name: string) =>
    document.paths?.[path]?.get?.parameters?.find((one) => 'name' in one && one.name === name);
  expect(defaultOf('/items', 'limit')).toMatchObject({ schema: { default: 50 } });
  expect(defaultOf('/pokemon/price-history/{name}', 'days')).toMatchObject({ schema: { default: 90 } });
  expect(defaultOf('/items', 'sort')).toMatchObject({ schema: { default: 'date_sold' } });
  expect(defaultOf('/admin/users', 'order')).toMatchObject({ schema: { default: 'asc' } });
  const own = defaultOf('/submissions/history', 'days');
  expect(own).not.toHaveProperty('schema.default');
  expect(JSON.stringify(own)).toContain('All time by default');
});

it('documents how far a price history reaches, as docs/api.md does', () => {
  const { defaultDays, maxDays } = LIMITS.priceHistory;
  const days = document.paths['/items/price-history/{name}']?.get?.parameters?.find(
    ({ name }) => name === 'days',
  );
  expect(days).toMatchObject({ schema: { maximum: maxDays, default: defaultDays } });
  expect(readFileSync('docs/api.md', 'utf8')).toContain(`(${defaultDays} by default, up to ${maxDays}`);
});

it.each([
  ['/items', 'page', /page × limit can be at most 100,000/],
  ['/admin/users', 'page', /page × limit can be at most 100,000/],
  ['/items', 'exact', /whole name/],
  ['/items', 'item_name', /part of the name, or with `exact`/],
  ['/pokemon', 'pokemon_name', /part of the name, or with `exact`/],
  ['/pokemon', 'ability', /whole name/],
  ['/pokemon/answer/{name}', 'form', /whole name/],
  ['/pokemon/answer/{name}', 'proof', /link to the proof/],
  ['/pokemon/price-history/{name}', 'query', /query language/],
])('documents what the parameter of %s means: %s', (path, name, meaning) => {
  const parameter = document.paths[path]?.get?.parameters?.find((one) => one.name === name);
  expect(parameter).toMatchObject({ description: expect.stringMatching(meaning) });
});

it('documents the text of suggestions as no query', () => {
  const parameters = document.paths['/items/search/autocomplete']?.get?.parameters;
  expect(parameters?.filter((one) => one.in === 'query' && 'description' in one)).toEqual([]);
});

it('documents when to repeat a refused call', () => {
  const retry = { headers: { 'Retry-After': { schema: { type: 'integer' } } } };
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    expect(operation.responses, operation.operationId).toMatchObject({ 429: retry, 503: retry });
});

it.each([
  ['get', '/items', [304, 400, 401, 403]],
  ['get', '/pokemon', [304, 400, 401, 403]],
  ['get', '/items/answer/{name}', [304, 400, 401]],
  ['get', '/submissions', [400, 401, 403]],
  ['get', '/email/validate-reset-token/{token}', [400]],
  ['post', '/auth/login', [400, 401, 409, 413, 415]],
  ['post', '/auth/logout', [400, 401, 403, 409]],
  ['post', '/items/submit', [400, 401, 403, 409, 413, 415]],
  ['patch', '/items/{id}/status', [400, 401, 403, 404, 409, 413, 415]],
  ['delete', '/passkeys/{id}', [400, 401, 403, 404, 409, 428]],
])('documents the statuses of %s %s', (method, path, statuses) => {
  const documented = Object.keys(document.paths[path]?.[method]?.responses ?? {});
  const always = ['200', '429', '500', '503', 'default'];
  expect(documented.toSorted()).toEqual([...statuses.map(String), ...always].toSorted());
});

it('documents limits that the server has', async () => {
  const parameterOf = (path: string, name: string) =>
    document.paths[path]?.get?.parameters?.find((parameter) => parameter.name === name);
  const bodyOf = (method: string, path: string) =>
    document.paths[path]?.[method]?.requestBody?.content['application/json'].schema.properties ?? {};
  expect(parameterOf('/items', 'query')).toMatchObject({ schema: { maxLength: 2000 } });
  expect(parameterOf('/pokemon/search/autocomplete', 'query')).toMatchObject({ schema: { minLength: 2 } });
  expect(bodyOf('post', '/auth/register').password).toMatchObject({ minLength: 6, maxLength: 256 });
  expect(bodyOf('post', '/email/reset-password').newPassword).toMatchObject({ maxLength: 256 });
  const day = { description: 'Not before 1900-01-01' };
  expect(parameterOf('/items', 'date_from')).toMatchObject({ schema: day });
  expect(bodyOf('post', '/items/submit').date_sold).toMatchObject(day);
  const settings = bodyOf('patch', '/admin/settings');
  expect(settings.verify_email).toMatchObject({ enum: ['true', 'false'] });
  expect(settings.catalogue_generation).toMatchObject({ enum: ['5', '6', '7', '8', '9'] });
  expect(settings.legal_name).not.toHaveProperty('enum');

  const query = (length: number) => encodeURIComponent(`price >${'1'.padStart(length - 'price >'.length)}`);
  const statuses = [
    `/items?query=${query(2000)}`,
    `/items?query=${query(2001)}`,
    '/items/search/autocomplete?query=ab',
    '/items/search/autocomplete?query=a',
    '/items?date_from=1900-01-01',
    '/items?date_from=1899-12-31',
  ].map(async (path) => (await call(server, 'GET', path)).status);
  expect(await Promise.all(statuses)).toEqual([200, 400, 200, 400, 200, 400]);
});

/** Names of fields that are a date or a time, wherever they occur. */
const DAY_OR_TIME = /^(?:date|date_.+|.+_sold|.+_(?:at|since)|since|timestamp|modified|created|lastLogin)$/;

it('documents the format of each date and time of a response', () => {
  const responses = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => operation.responses[200]);
  const fields = objectsIn(responses).flatMap(({ properties }) => Object.entries(properties ?? {}));
  const dates = fields.filter(([name, schema]) => DAY_OR_TIME.test(name) && ofType('string', schema).length);
  expect(dates.length).toBeGreaterThan(50);
  expect(dates.filter(([, schema]) => !/"format":"date(-time)?"/.test(JSON.stringify(schema)))).toEqual([]);
});

it('documents calendar dates', () => {
  const date = { type: 'string', format: 'date' };
  expect(document.schemaOf('GET /items', 200)).toMatchObject({
    properties: { data: { items: { properties: { date_sold: date } } } },
  });
  expect(document.paths['/items/submit']?.post?.requestBody?.content).toMatchObject({
    'application/json': { schema: { properties: { date_sold: date } } },
  });
});

it('documents which calls need a session', () => {
  expect(document.paths['/items']?.get).toMatchObject({ security: [{}, { bearer: [] }] });
  expect(document.paths['/auth/login']?.post).toMatchObject({ security: [] });
  expect(document.paths['/auth/profile']?.get).toMatchObject({ security: [{ bearer: [] }] });
});

it('documents the token that completes a sign-in, on the page too', async () => {
  expect(document.paths['/auth/verify-2fa']?.post).toMatchObject({ security: [{ pending: [] }] });
  const { body } = await call(server, 'GET', '/openapi.json');
  expect(body.components.securitySchemes).toMatchObject({
    bearer: { scheme: 'bearer' },
    pending: { in: 'header', name: 'Authorization' },
  });
  const page = await (await fetch(`${server.url}/api/docs`)).text();
  const [, details = ''] = page.split('<details id="auth-verify2fa">');
  expect(details.slice(0, details.indexOf('</details>'))).toMatch(
    /Authorization: Pending …[\s\S]*In the headers[\s\S]*X-TOTP-Token/,
  );
});

it('documents no body for calls without input', () => {
  const bodies = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ requestBody }) => requestBody?.content['application/json'].schema ?? []);
  expect(bodies.length).toBeGreaterThan(10);
  expect(bodies.filter(({ properties }) => Object.keys(properties ?? {}).length === 0)).toEqual([]);
});

it('documents the length of names that the server accepts', async () => {
  const [name] = document.paths['/items/answer/{name}']?.get?.parameters ?? [];
  expect(name?.schema).toMatchObject({ type: 'string', minLength: 1, maxLength: LIMITS.name.max });
  const statuses = [LIMITS.name.max, LIMITS.name.max + 1].map(
    async (length) => (await call(server, 'GET', `/items/answer/${'x'.repeat(length)}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 400]);
});

it('documents each parameter of a path as required', () => {
  const parameters = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path');
  expect(parameters.length).toBeGreaterThan(10);
  expect(parameters.filter(({ required }) => !required)).toEqual([]);
});

it('serves a page that lists every call, without a script or another host', async () => {
  const page = await (await fetch(`${server.url}/api/docs`)).text();
  for (const [path, operations] of Object.entries(document.paths))
    for (const { operationId } of Object.values(operations)) {
      expect(page).toContain(`<details id="${operationId}">`);
      expect(page.replaceAll('<wbr>', '')).toContain(`<code>${path}</code>`);
    }
  expect(page).not.toMatch(/<script|<style|style=|https?:/);
  const assets = [...page.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, address]) => address);
  expect(assets).toEqual(['/favicon.svg', 'docs/style.css']);
  const style = await fetch(new URL('docs/style.css', `${server.url}/api/docs`));
  expect(style).toMatchObject({ status: 200 });
  expect(style.headers.get('content-type')).toContain('text/css');
});

it('the page shows defaults, code as code, and what holds for all calls', async () => {
  const page = await (await fetch(`${server.url}/api/docs`)).text();
  const [head = ''] = page.split('<nav aria-label="Calls"');
  for (const rule of ['at most 100', '5 calls a second', '429', '<code>details</code>', '<code>ETag</code>'])
    expect(head).toContain(rule);
  expect(page).toContain('integer, 1 to 100; default 50');
  // The fields of a named schema.
  const [, list = ''] = page.split('<details id="items-list">');
  expect(list.slice(0, list.indexOf('</details>'))).toContain('<code>data[].sale_id</code>');
  expect(page).toContain('date_approved; default date_sold');
  expect(page).toContain('<code>price &lt; 5m AND has proof</code>');
  expect(page).not.toMatch(/`|docs\/[a-z-]+\.md/);
});

it('the page begins with what a program needs, and its links lead somewhere', async () => {
  const page = await (await fetch(`${server.url}/api/docs`)).text();
  for (const part of ['authentication', 'query-language', 'errors', 'limits', 'caching'])
    expect(page).toContain(`<section id="${part}">`);
  expect(page).toContain('<a href="#auth-login"><code>POST /auth/login</code></a>');
  for (const { name } of ALL_FIELDS) expect(page).toMatch(new RegExp(`<code>(?:(?:is|has) )?${name}</code>`));
  expect(page).toMatch(/<pre><code>token=.*\n {2}-d .*\ncurl /);
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.filter((id) => !ids.has(id))).toEqual([]);
});

it.each(['openapi.json', 'docs'])('sends /api/%s compressed, and not again to who has it', async (path) => {
  const url = `${server.url}/api/${path}`;
  const get = (encoding: string, tag = '') =>
    fetch(url, { headers: { 'Accept-Encoding': encoding, ...(tag && { 'If-None-Match': tag }) } });
  const plain = await get('identity');
  expect(plain.headers.get('content-encoding')).toBeNull();
  const text = await plain.text();
  for (const encoding of ['br', 'gzip']) {
    const packed = await get(encoding);
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(packed.headers.get('vary')).toContain('Accept-Encoding');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(text.length / 5);
    expect(await packed.text()).toBe(text);
    expect(await get(encoding, `${packed.headers.get('etag')}`)).toMatchObject({ status: 304 });
  }
});

it.each([
  'docs/index.html',
  'docs/swagger-ui-bundle.js',
  'docs/swagger-ui-bundle.js.map',
  'docs/package.json',
  'docs/../package.json',
  'docs/',
])('answers 404 for /api/%s', async (path) => {
  expect(await fetch(`${server.url}/api/${path}`)).toMatchObject({ status: path === 'docs/' ? 200 : 404 });
});

it('generates the document after a request for which that failed', async () => {
  let isBroken = true;
  const router = new Proxy(appRouter, {
    get: (target, name, receiver) => {
      if (isBroken) throw new Error('A file of this version is missing.');
      return Reflect.get(target, name, receiver);
    },
  });
  const other = express().use(docsRouter(router)).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const status = async () => (await fetch(`http://127.0.0.1:${port}/openapi.json`)).status;
  expect(await status()).toBe(500);
  isBroken = false;
  expect(await status()).toBe(200);
  other.close();
  other.closeAllConnections();
});
