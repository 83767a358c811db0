import { beforeAll, expect, it } from 'vitest';
import { RestDocument } from '../testing/rest/document.ts';
import { type Accounts, restRoutes } from '../testing/rest/routes.ts';
import { testServer } from '../testing/server.ts';

const server = testServer();
let document: RestDocument;

beforeAll(async () => {
  document = await RestDocument.of(server);
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
  const names = document.paths[path]?.get?.parameters?.map(({ name }) => name);
  expect(names?.toSorted()).toEqual(parameters.toSorted());
});

it('documents each parameter of a path as required', () => {
  const parameters = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path');
  expect(parameters.length).toBeGreaterThan(10);
  expect(parameters.filter(({ required }) => !required)).toEqual([]);
});

it('serves interactive documentation', async () => {
  const page = await fetch(`${server.url}/api/docs`);
  const assets = [...(await page.text()).matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address);
  expect(assets).toHaveLength(3);
  for (const address of assets)
    expect(await fetch(new URL(`${address}`, `${server.url}/api/docs`))).toMatchObject({ status: 200 });
});
