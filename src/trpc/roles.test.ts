import { callTRPCProcedure, TRPCError } from '@trpc/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../testing/callers.ts';
import {
  itemSubmission,
  makeAccount,
  makeSale,
  makeSprite,
  openSession,
  PASSWORD,
  pokemonSubmission,
  suspend,
  type TestAccount,
} from '../testing/factories.ts';
import { testServer } from '../testing/server.ts';
import { appRouter } from './router.ts';

const server = testServer();

const CALLERS = ['anonymous', 'user', 'checker', 'admin', 'suspended'] as const;
type Caller = (typeof CALLERS)[number];
type Verdict = 'OK' | 'UNAUTHORIZED' | 'FORBIDDEN';

const verdicts = (...row: Verdict[]) =>
  Object.fromEntries(CALLERS.map((caller, i) => [caller, row[i]])) as Record<Caller, Verdict>;

/** The rungs of the ladder; signing in does not look at the token that is sent along. */
const OPEN = verdicts('OK', 'OK', 'OK', 'OK', 'OK');
const PUBLIC = verdicts('OK', 'OK', 'OK', 'OK', 'UNAUTHORIZED');
const USER = verdicts('UNAUTHORIZED', 'OK', 'OK', 'OK', 'UNAUTHORIZED');
const CHECKER = verdicts('UNAUTHORIZED', 'FORBIDDEN', 'OK', 'OK', 'UNAUTHORIZED');
const ADMIN = verdicts('UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'OK', 'UNAUTHORIZED');

let registered = 0;
const newcomer = () => {
  registered += 1;
  const username = `newcomer_${registered}`;
  return { username, email: `${username}@example.org`, password: PASSWORD };
};
const pending = async (kind: 'item' | 'pokemon') => ({ id: await makeSale(server, { kind, by: submitter }) });

/** Every procedure, who may call it (API.md, SPEC section 6), and an input that is right for whoever may. */
const TABLE: Record<string, [Record<Caller, Verdict>, input: () => unknown]> = {
  'auth.register': [OPEN, newcomer],
  'auth.login': [OPEN, () => ({ username: submitter.user.username, password: PASSWORD })],
  'auth.profile': [USER, () => ({})],
  'auth.logout': [USER, () => ({})],
  'items.submit': [USER, itemSubmission],
  'items.list': [PUBLIC, () => ({})],
  'items.autocomplete': [PUBLIC, () => ({ query: 'ball' })],
  'items.priceHistory': [PUBLIC, () => ({ name: 'Master Ball' })],
  'items.setStatus': [CHECKER, async () => ({ ...(await pending('item')), status: 'approved' })],
  'items.edit': [CHECKER, async () => ({ ...(await pending('item')), price: 7 })],
  'pokemon.submit': [USER, pokemonSubmission],
  'pokemon.list': [PUBLIC, () => ({})],
  'pokemon.autocomplete': [PUBLIC, () => ({ query: 'chu' })],
  'pokemon.priceHistory': [PUBLIC, () => ({ name: 'Garchomp' })],
  'pokemon.setStatus': [CHECKER, async () => ({ ...(await pending('pokemon')), status: 'rejected' })],
  'pokemon.edit': [CHECKER, async () => ({ ...(await pending('pokemon')), price: 7 })],
  'pokemon.sprite': [PUBLIC, () => ({ pokemon_id: 445, form: 'Normal' })],
  'abilities.list': [PUBLIC, () => ({})],
  'catalogue.speciesOptions': [PUBLIC, () => ({ pokemon_name: 'Garchomp' })],
  'reviews.list': [CHECKER, () => ({ scope: 'pending' })],
  'reviews.counts': [CHECKER, () => ({})],
  'admin.settings': [ADMIN, () => ({})],
  'admin.setSetting': [ADMIN, () => ({ key: 'catalogue_generation', value: '5' })],
};

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: 'query' | 'mutation' } }
>;

let submitter: TestAccount;
const accounts = {} as Record<Exclude<Caller, 'anonymous'>, TestAccount>;

beforeAll(async () => {
  submitter = await makeAccount(server);
  for (const role of ['user', 'checker', 'admin'] as const) accounts[role] = await makeAccount(server, role);
  accounts.suspended = await makeAccount(server, 'admin');
  await suspend(server, accounts.suspended);
  await makeSprite(server, 445, 'Garchomp');
});

async function verdictOn(path: string, caller: Caller, input: unknown): Promise<string> {
  // A session of its own for every call, since one of the calls ends it.
  const token = caller === 'anonymous' ? null : await openSession(server, accounts[caller].user);
  const type = procedures[path]?._def.type ?? 'query';
  try {
    await callTRPCProcedure({
      router: appRouter,
      path,
      type,
      ctx: contextFor(server, token),
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    });
    return 'OK';
  } catch (error) {
    return error instanceof TRPCError ? error.code : String(error);
  }
}

it('has a row for every procedure', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(Object.keys(procedures).toSorted());
});

describe.each(Object.entries(TABLE))('%s', (path, [expected, input]) => {
  it.each(CALLERS)('by %s', async (caller) => {
    expect(await verdictOn(path, caller, await input())).toBe(expected[caller]);
  });
});

it.each(['items.submit', 'items.edit', 'admin.setSetting'])(
  'tells a visitor of %s to sign in before it says what is wrong with the input',
  async (path) => expect(await verdictOn(path, 'anonymous', { nonsense: true })).toBe('UNAUTHORIZED'),
);
