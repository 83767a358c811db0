import { beforeEach, expect, it } from 'vitest';
import { makeSale, makeSprite } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer({ IMAGE_HOSTS: 'i.imgur.com sprites.example' });
const admin = testAccount(server, 'admin', 'lance');
beforeEach(() => server.sql('delete from sprite'));

const PIKACHU = {
  pokemon_id: 25,
  pokemon_name: 'Pikachu',
  variant: 'Normal',
  imgur_url: 'https://i.imgur.com/pika.png',
};
const HOSTS = 'Images must be hosted at i.imgur.com or sprites.example';

const request = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: unknown) =>
  call(server, method, `/admin/sprites${path}`, { token: admin.token, body });
const create = (given: Record<string, unknown> = {}) => request('POST', '', { ...PIKACHU, ...given });
const traces = async () =>
  (
    await server.sql<{ trace: string }>(
      `select actor_name || ' ' || action || ': ' || target as trace from audit_event
       where action like 'sprite.%' order by event_id`,
    )
  ).map(({ trace }) => trace);

it('adds a sprite in the spelling of the catalogue with the direct link, and records an audit event', async () => {
  const { status, body } = await create({
    pokemon_name: ' pikaCHU ',
    imgur_url: 'https://imgur.com/gallery/AbC?x=1',
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: { ...PIKACHU, id: expect.any(Number), imgur_url: 'https://i.imgur.com/AbC.jpg' },
  });
  expect((await call(server, 'GET', '/pokemon/sprite/25/normal')).body).toEqual({
    imgur_url: 'https://i.imgur.com/AbC.jpg',
    variant: 'Normal',
  });
  expect(await traces()).toContain('lance sprite.created: Pikachu, Normal');
});

it.each<[Record<string, unknown>, string]>([
  [{ pokemon_name: 'Pikachoo' }, 'There is no pokemon “Pikachoo”. Did you mean Pikachu?'],
  [{ pokemon_id: 26 }, 'Pikachu is number 25, not 26'],
  [{ imgur_url: 'https://evil.example/pika.png' }, HOSTS],
  [{ imgur_url: 'https://imgur.com/' }, HOSTS],
  [
    { imgur_url: 'javascript:alert(1)' },
    'Image link must be a web address that starts with http:// or https://',
  ],
  [{ imgur_url: ' ' }, 'Image link is required'],
  [{ variant: ' ' }, 'Variant is required'],
  [
    { variant: '../x' },
    'Variant can have letters, digits, spaces, hyphens, apostrophes, full stops and percent signs',
  ],
  [{ pokemon_id: '25' }, 'pokemon_id must be a whole number from 1 to 2,147,483,647, without quotes'],
  [{ pokemon_name: undefined }, 'Pokemon name is required'],
])('refuses %j', async (given, error) => {
  expect(await create(given)).toMatchObject({ status: 400, body: { error } });
});

it('refuses a link that is too long when it is escaped', async () => {
  expect(await create({ imgur_url: `https://i.imgur.com/${'é'.repeat(1_000)}.jpg` })).toMatchObject({
    status: 400,
    body: { error: 'Image link can be at most 2048 characters long' },
  });
});

it('adds one once, however often it is asked to', async () => {
  const { body } = await create();
  const recorded = await traces();
  expect(await create()).toMatchObject({ status: 200, body });
  expect(await traces()).toEqual(recorded);
});

it('refuses a second picture of a variant, ignoring case', async () => {
  await create();
  expect(await create({ variant: 'NORMAL' })).toMatchObject({
    status: 409,
    body: { error: 'This pokemon already has a sprite of this variant. Change that one.' },
  });
  const other = (await create({ variant: 'Shiny' })).body.id;
  expect(await request('PATCH', `/${other}`, { variant: 'normal' })).toMatchObject({ status: 409 });
  expect((await create({ pokemon_id: 26, pokemon_name: 'Raichu' })).status).toBe(200);
});

it('changes the given fields; the number follows from the name', async () => {
  const { id } = (await create()).body;
  expect((await request('PATCH', `/${id}`, { imgur_url: 'http://imgur.com/new' })).body).toEqual({
    ...PIKACHU,
    id,
    imgur_url: 'https://i.imgur.com/new.jpg',
  });
  expect((await request('PATCH', `/${id}`, { pokemon_name: 'raichu' })).body).toMatchObject({
    pokemon_id: 26,
    pokemon_name: 'Raichu',
  });
  expect(await request('PATCH', `/${id}`, { pokemon_id: 25 })).toMatchObject({
    status: 400,
    body: { error: 'Raichu is number 26, not 25' },
  });
  const recorded = await traces();
  expect(await request('PATCH', `/${id}`, { pokemon_name: 'raichu' })).toMatchObject({ status: 200 });
  expect(await traces()).toEqual(recorded);
  expect(await request('PATCH', `/${id}`, {})).toMatchObject({ status: 400 });
  expect(await request('PATCH', '/999999', { variant: 'x' })).toMatchObject({ status: 404 });
  expect(await traces()).toContain('lance sprite.changed: Raichu, Normal');
});

it('is found by its variant in the other case, also where a letter depends on its place', async () => {
  await create({ variant: 'ΟΔΟΣ' });
  const found = await call(server, 'GET', `/pokemon/sprite/25/${encodeURIComponent('οδοσ')}`);
  const same = await call(server, 'GET', `/pokemon/sprite/25/${encodeURIComponent('ΟΔΟΣ')}`);
  expect([found.body.variant, same.body.variant]).toEqual(['ΟΔΟΣ', 'ΟΔΟΣ']);
});

it('deletes one, once', async () => {
  const { id } = (await create()).body;
  expect(await request('DELETE', `/${id}`)).toMatchObject({
    status: 200,
    body: { message: 'The sprite has been deleted.' },
  });
  expect(await request('DELETE', `/${id}`)).toMatchObject({ status: 404 });
  expect((await traces()).at(-1)).toBe('lance sprite.deleted: Pikachu, Normal');
});

it('lists sprites by number and variant, and searches by name, variant and number', async () => {
  await makeSprite(server, 26, 'Raichu');
  await makeSprite(server, 25, 'Pikachu', 'Shiny');
  await makeSprite(server, 25, 'Pikachu', 'Female');
  const found = async (query: string) => {
    const { data, pagination } = (await request('GET', query)).body;
    const names = data.map((one: typeof PIKACHU) => `${one.pokemon_name} ${one.variant}`);
    return [...names, pagination.total];
  };
  expect(await found('')).toEqual(['Pikachu Female', 'Pikachu Shiny', 'Raichu Normal', 3]);
  expect(await found('?search=RAI')).toEqual(['Raichu Normal', 1]);
  expect(await found('?search=shin')).toEqual(['Pikachu Shiny', 1]);
  expect(await found('?search=%2326')).toEqual(['Raichu Normal', 1]);
  expect(await found('?search=%25')).toEqual([0]);
  expect(await found('?limit=1&page=2')).toEqual(['Pikachu Shiny', 3]);
});

it('names the form that cannot be submitted without a sprite, with the number of its sales', async () => {
  const formOf = async (id: number) => callerFor(server, admin.token).admin.spriteForm({ id });
  const add = (variant: string) => makeSprite(server, 448, 'Lucario', variant);
  const [normal, shinyNormal, party] = [await add('Normal'), await add('Shiny'), await add('Party')];
  const none = { form: null, sales: 0 };
  expect([await formOf(normal), await formOf(shinyNormal)]).toEqual([none, none]);
  const traits = { ability: 'Inner Focus' };
  await makeSale(server, { kind: 'pokemon', name: 'Lucario', traits: { ...traits, form: 'Party' } });
  await makeSale(server, { kind: 'pokemon', name: 'Lucario', traits });
  expect(await formOf(party)).toEqual({ form: 'Party', sales: 1 });
  const shiny = await add('Shiny Party');
  expect([await formOf(party), await formOf(shiny)]).toEqual([none, none]);
  await expect(formOf(2_000_000_000)).rejects.toThrow(/sprite/);
});

it('is the picture of the sales of its form, shiny or not', async () => {
  for (const variant of ['Normal', 'Shiny', 'Wash', 'Shiny Wash'])
    await makeSprite(server, 479, 'Rotom', variant);
  const sold = async (form: string, is_shiny: boolean) => {
    const traits = { ability: 'Levitate', form, is_shiny };
    const id = await makeSale(server, { kind: 'pokemon', name: 'Rotom', status: 'approved', traits });
    return (await callerFor(server).market.sale({ id })).image_url;
  };
  expect([
    await sold('Normal', false),
    await sold('Normal', true),
    await sold('Wash', false),
    await sold('Wash', true),
  ]).toEqual(
    ['Normal', 'Shiny', 'Wash', 'Shiny%20Wash'].map((variant) => `https://i.imgur.com/479-${variant}.jpg`),
  );
});
