import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DomainError } from '../lib/errors.ts';
import { Sale } from '../modules/sales/sale.entity.ts';
import { itemSubmission, makeAccount, makeSale, pokemonSubmission } from '../testing/accounts/factories.ts';
import { contextFor } from '../testing/clients/callers.ts';
import { call } from '../testing/clients/rest-client.ts';
import { testServer } from '../testing/run/server.ts';
import { publicProcedure, t } from './procedures.ts';

const server = testServer();

type BatchAnswer = { result: { data: unknown } } | { error: { message: string; data: { code: string } } };

/** The body of a batch: the inputs of its calls by position. */
const batchOf = (inputs: readonly unknown[]) => JSON.stringify({ ...inputs });

const codesOf = (answers: readonly BatchAnswer[]) =>
  answers.map((answer) => ('error' in answer ? answer.error.data.code : 'OK'));

const batch = async (token: string, procedure: string, inputs: readonly unknown[]) => {
  const response = await fetch(`${server.url}/trpc/${inputs.map(() => procedure).join(',')}?batch=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: batchOf(inputs),
  });
  return { status: response.status, answers: (await response.json()) as BatchAnswer[] };
};

it('does not persist the changes of a failed call with the next call of its batch', async () => {
  const [spoiled, saved] = [await makeSale(server, { price: 10 }), await makeSale(server, { price: 10 })];
  const failed = Promise.withResolvers<void>();
  const change = publicProcedure.input(z.number());
  const router = t.router({
    fail: change.mutation(async ({ ctx, input }) => {
      const sale = await ctx.scope.em.findOneOrFail(Sale, { saleId: input });
      Object.assign(sale, { price: 666, version: 2 });
      failed.resolve();
      throw new DomainError('conflict', 'TEST', 'This call fails after it changed something.');
    }),
    save: change.mutation(async ({ ctx, input }) => {
      await failed.promise;
      const sale = await ctx.scope.em.findOneOrFail(Sale, { saleId: input });
      Object.assign(sale, { price: 20, version: 2 });
      await ctx.scope.em.flush();
    }),
  });

  const response = await fetchRequestHandler({
    endpoint: '/',
    router,
    createContext: () => contextFor(server),
    req: new Request('http://test/fail,save?batch=1', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: batchOf([spoiled, saved]),
    }),
  });

  expect(codesOf((await response.json()) as BatchAnswer[])).toEqual(['CONFLICT', 'OK']);
  const prices = await server.sql('select price from sale where sale_id in (?, ?) order by sale_id', [
    spoiled,
    saved,
  ]);
  expect(prices).toEqual([{ price: 10 }, { price: 20 }]);
});

it('stores the successful calls of a batch and nothing of the failed one', async () => {
  const { token, user } = await makeAccount(server);
  const submissions = [itemSubmission(), itemSubmission({ date_sold: '2999-01-01' }), itemSubmission()];
  const { status, answers } = await batch(token, 'items.submit', submissions);
  expect({ status, codes: codesOf(answers) }).toEqual({ status: 207, codes: ['OK', 'BAD_REQUEST', 'OK'] });
  const stored = await server.sql('select 1 from sale where submitted_by = ?', [user.user_id]);
  expect(stored).toHaveLength(2);
});

it('refuses a batch of more than ten calls', async () => {
  const { token } = await makeAccount(server);
  const { status } = await batch(token, 'items.submit', Array(11).fill(itemSubmission()));
  expect(status).toBe(400);
});

it('accepts the same input over tRPC before and after a REST call', async () => {
  const { token } = await makeAccount(server);
  const inputs = {
    item: [{ price: null }, { price: '5' }, { price: true }, { proof_url: 5 }],
    pokemon: [{ is_shiny: 'false' }, { is_shiny: 0 }, { iv_hp: '31' }, { iv_hp: null }, { level: '50' }],
  };
  const submissions = {
    items: inputs.item.map(itemSubmission),
    pokemon: inputs.pokemon.map(pokemonSubmission),
  };
  const overTrpc = async () => ({
    items: codesOf((await batch(token, 'items.submit', submissions.items)).answers),
    pokemon: codesOf((await batch(token, 'pokemon.submit', submissions.pokemon)).answers),
  });

  const before = await overTrpc();
  expect(new Set([...before.items, ...before.pokemon])).toEqual(new Set(['BAD_REQUEST']));

  for (const path of ['items', 'pokemon'] as const) {
    for (const body of submissions[path])
      expect(await call(server, 'POST', `/${path}/submit`, { token, body })).toMatchObject({ status: 400 });
    expect(await call(server, 'GET', `/${path}?page=1&limit=5&exact=true`)).toMatchObject({ status: 200 });
  }
  await call(server, 'GET', '/openapi.json');

  expect(await overTrpc()).toEqual(before);
});
