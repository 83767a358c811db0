import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import {
  itemSubmission,
  makeAccount,
  makeSprite,
  openSession,
  pokemonSubmission,
  type TestAccount,
} from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const user = testAccount(server);
const admin = testAccount(server, 'admin');

beforeAll(async () => {
  await makeSprite(server, 586, 'Sawsbuck', 'Festive');
});

const submitItem = ({ token }: TestAccount, overrides: Record<string, unknown> = {}) =>
  call(server, 'POST', '/items/submit', { token, body: itemSubmission(overrides) });
const submitPokemon = (overrides: Record<string, unknown> = {}, { token } = user) =>
  call(server, 'POST', '/pokemon/submit', { token, body: pokemonSubmission(overrides) });
const approve = (id: number) => callerFor(server, admin.token).items.setStatus({ id, status: 'approved' });

/** The sale as an admin reads it. */
const pokemonSale = async (id: number) => {
  const { data } = await callerFor(server, admin.token).pokemon.list({ limit: 100 });
  return data.find((sale) => sale.sale_id === id);
};

describe('a pokemon', () => {
  it('is stored in the spelling of the catalogue, with its hidden power', async () => {
    const { body } = await submitPokemon({
      pokemon_name: 'gARCHOMP',
      nature: ' adamant ',
      ability: 'rough skin',
      form: 'normal',
      held_item: 'choice band',
      level: 100,
    });
    expect(body).toMatchObject({ status: 'pending' });
    expect(await pokemonSale(body.sale_id)).toMatchObject({
      pokemon_id: 445,
      pokemon_name: 'Garchomp',
      nature: 'Adamant',
      ability: 'Rough Skin',
      form: 'Normal',
      held_item: 'Choice Band',
      hidden_power: 'Electric',
      level: 100,
      is_shiny: false,
      hp_iv: 31,
      spatk_iv: 4,
      submitted_by: user.user.user_id,
      submitted_by_username: user.user.username,
      version: 1,
    });
  });

  it.each([
    ['Nidoran\u2640', 'Nidoran\u2640'],
    ['nidoran m', 'Nidoran\u2642'],
    ['Nidoran-F', 'Nidoran\u2640'],
    ['mr mime', 'Mr. Mime'],
  ])('named %s is %s', async (pokemon_name, stored) => {
    const ability = stored === 'Mr. Mime' ? 'Soundproof' : 'Poison Point';
    const { body } = await submitPokemon({ pokemon_name, ability });
    expect((await pokemonSale(body.sale_id))?.pokemon_name).toBe(stored);
  });

  it.each([
    ['Normal', undefined, 'Normal', false],
    ['Normal', true, 'Normal', true],
    ['Shiny', undefined, 'Normal', true],
    ['shiny', true, 'Normal', true],
  ])('of form %s with is_shiny %s is %s, shiny %s', async (form, is_shiny, stored, shiny) => {
    const { body } = await submitPokemon({ form, is_shiny });
    expect(await pokemonSale(body.sale_id)).toMatchObject({ form: stored, is_shiny: shiny });
  });

  it('is refused when its form is shiny and its flag is not', async () => {
    expect(await submitPokemon({ form: 'Shiny', is_shiny: false })).toMatchObject({
      status: 400,
      body: { details: ['The form “Shiny” is shiny, but is_shiny is false'] },
    });
  });

  it.each(['Sawsbuck', 'sawsbuck'])('named %s may have a form that only its sprites have', async (name) => {
    const { body } = await submitPokemon({ pokemon_name: name, ability: 'Chlorophyll', form: 'festive' });
    expect(await pokemonSale(body.sale_id)).toMatchObject({ pokemon_name: 'Sawsbuck', form: 'Festive' });
  });

  it('of a later generation is accepted when the setting includes it', async () => {
    const sylveon = { pokemon_name: 'Sylveon', ability: 'Cute Charm' };
    expect((await submitPokemon(sylveon)).body.details).toEqual([
      'Sylveon was introduced in generation 6; pokemon up to generation 5 are accepted.',
    ]);
    const { admin: settings } = callerFor(server, admin.token);
    await settings.setSetting({ key: 'catalogue_generation', value: '6' });
    expect(await submitPokemon(sylveon)).toMatchObject({ status: 200 });
    await settings.setSetting({ key: 'catalogue_generation', value: '5' });
  });
});

it.each([
  ['today', 0, 200],
  ['tomorrow', -1, 400],
])('a sale of %s, in UTC, is answered %3$s', async (_day, daysAgo, status) => {
  const date_sold = server.daysAgo(daysAgo);
  expect(await submitItem(user, { date_sold })).toMatchObject({ status });
});

it.each([
  ['left out', undefined, null],
  ['empty', '', null],
  ['null', null, null],
  ['in capitals', 'HTTPS://Forum.example/A', 'https://Forum.example/A'],
])('a proof that is %s is stored as %3$s', async (_what, proof_url, stored) => {
  const { sale_id } = (await submitItem(user, { proof_url })).body;
  expect(await server.sql('select proof_url from sale where sale_id = ?', [sale_id])).toEqual([
    { proof_url: stored },
  ]);
});

describe('a new item', () => {
  const suggested = async (query: string) =>
    (await callerFor(server).items.autocomplete({ query })).data.map(({ name }) => name);

  it('is added to the catalogue with its first approved sale; another spelling resolves to it', async () => {
    const first = (await submitItem(user, { item_name: '  Golden   Voucher (1%) ' })).body.sale_id;
    const second = (await submitItem(user, { item_name: 'GOLDEN VOUCHER (1%)' })).body.sale_id;
    expect(await suggested('golden voucher')).toEqual([]);

    const approved = await approve(first);
    expect(approved).toMatchObject({ item_name: 'Golden Voucher (1%)', item_id: expect.any(Number) });
    expect(await approve(second)).toMatchObject({
      item_name: 'Golden Voucher (1%)',
      item_id: approved.item_id,
    });
    expect(await suggested('golden voucher')).toEqual(['Golden Voucher (1%)']);
    const { history } = await callerFor(server, admin.token).reviews.detail({ id: second });
    expect(history.at(-1)).toMatchObject({
      type: 'approved',
      changes: [{ field: 'name', before: 'GOLDEN VOUCHER (1%)', after: 'Golden Voucher (1%)' }],
    });
  });

  it('is refused with a link in its name', async () => {
    const answer = await submitItem(user, { item_name: 'Leftovers 18,300 https://a.example/t/77' });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('Item name must not contain a link: put it into the proof');
  });

  it('is not added when its sale is rejected', async () => {
    const { sale_id } = (await submitItem(user, { item_name: 'Nobody Wants This' })).body;
    await callerFor(server, admin.token).items.setStatus({ id: sale_id, status: 'rejected' });
    expect(await suggested('nobody wants')).toEqual([]);
  });

  it('approved twice concurrently is added once', async () => {
    const sales = await Promise.all(
      ['Twin Ticket', 'twin ticket'].map((item_name) => submitItem(user, { item_name })),
    );
    const approved = await Promise.all(sales.map(({ body }) => approve(body.sale_id)));
    expect(new Set(approved.map(({ item_id, item_name }) => `${item_id} ${item_name}`)).size).toBe(1);
  });

  it('can become a known item by an edit, and vice versa', async () => {
    const { items } = callerFor(server, admin.token);
    const { sale_id: id } = (await submitItem(user, { item_name: 'Mastre Ball' })).body;
    expect(await items.edit({ id, item_name: 'master ball' })).toMatchObject({
      item_name: 'Master Ball',
      item_id: expect.any(Number),
    });
    expect(await items.edit({ id, item_name: 'Something New' })).toMatchObject({
      item_name: 'Something New',
      item_id: null,
    });
  });
});

describe('while the skip-review setting is on', () => {
  it('checkers and admins are approved at once, users wait', async () => {
    const checker = await makeAccount(server, 'checker');
    const { admin: settings } = callerFor(server, admin.token);
    const statuses = async () => {
      const all = [user, checker, admin];
      const answers = await Promise.all(all.map((by) => submitItem(by)));
      const skips = await Promise.all(
        all.map(({ token }) => callerFor(server, token).submissions.skipsReview({})),
      );
      expect(skips).toEqual(answers.map(({ body }) => body.status === 'approved'));
      return answers.map(({ body }) => body.status);
    };
    expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
    await settings.setSetting({ key: 'skip_review_enabled', value: 'true' });
    expect(await statuses()).toEqual(['pending', 'approved', 'approved']);

    const { sale_id } = (await submitItem(checker, { item_name: 'Waved Through' })).body;
    const events = await server.sql(
      'select type, actor_id, actor_name from sale_event where sale_id = ? order by event_id',
      [sale_id],
    );
    expect(events).toEqual([
      { type: 'submitted', actor_id: checker.user.user_id, actor_name: null },
      { type: 'approved', actor_id: null, actor_name: 'skip-review setting' },
    ]);
    expect((await callerFor(server).items.list({ item_name: 'waved through' })).data).toMatchObject([
      { sale_id, item_id: expect.any(Number) },
    ]);
    await settings.setSetting({ key: 'skip_review_enabled', value: 'false' });
    expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
  });
});

describe('an Idempotency-Key', () => {
  let by: TestAccount;
  beforeEach(async () => {
    by = await makeAccount(server);
  });
  const submit = (key: string, overrides: Record<string, unknown> = {}, token = by.token) =>
    call(server, 'POST', '/items/submit', {
      token,
      body: itemSubmission(overrides),
      headers: { 'idempotency-key': key },
    });
  const salesBy = async () =>
    (await server.sql('select 1 from sale where submitted_by = ?', [by.user.user_id])).length;

  it('makes the second response equal to the first', async () => {
    const first = await submit('form-1');
    const second = await submit('form-1');
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await salesBy()).toBe(1);
  });

  it('makes the second response equal to the first, also when the sale was withdrawn meanwhile', async () => {
    const first = await submit('form-1');
    await callerFor(server, by.token).submissions.withdraw({ id: first.body.sale_id });
    const second = await submit('form-1');
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await salesBy()).toBe(1);
  });

  it('makes ten concurrent calls store one sale', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit('form-1')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.sale_id}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await salesBy()).toBe(1);
  });

  it('cannot be reused for another input', async () => {
    await submit('form-1');
    expect(await submit('form-1', { price: 1 })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await salesBy()).toBe(1);
  });

  it('of another form, or none, is another sale', async () => {
    await submit('form-1');
    await submit('form-2');
    await submitItem(by);
    await submitItem(by);
    expect(await salesBy()).toBe(4);
  });

  it('of another account is another key', async () => {
    await submit('form-1');
    const stranger = await openSession(server, user.user);
    expect(await submit('form-1', { price: 1 }, stranger)).toMatchObject({ status: 200 });
  });

  it('can be used again after a day', async () => {
    const first = (await submit('form-1')).body.sale_id;
    server.clock.advance(LIMITS.idempotencyKeyHours * HOUR_MS);
    expect((await submit('form-1')).body.sale_id).toBe(first);
    server.clock.advance(1);
    const other = await submit('form-1', { price: 1 });
    expect(other).toMatchObject({ status: 200 });
    expect((await submit('form-1', { price: 1 })).body).toEqual(other.body);
    expect((await submit('form-1')).status).toBe(409);
    expect(await salesBy()).toBe(2);
  });

  it('is not consumed by a refused submission', async () => {
    expect(await submit('form-1', { date_sold: '2999-01-01' })).toMatchObject({ status: 400 });
    expect(await submit('form-1')).toMatchObject({ status: 200 });
  });

  it.each(['', 'with blanks', 'x'.repeat(201)])('is refused when it is "%s"', async (key) => {
    expect(await submit(key)).toMatchObject({
      status: 400,
      body: { details: ['Idempotency-Key must be 1 to 200 printable characters without spaces'] },
    });
    expect(await salesBy()).toBe(0);
  });
});
