import { beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeAccount, makeSale, makeSprite } from '../../testing/accounts/factories.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();
const caller = () => callerFor(server);

beforeAll(async () => {
  await makeSprite(server, 445, 'Garchomp', 'Party');
  await makeSprite(server, 52, 'Meowth', 'Alola');
});

const identify = async (names: string[], ability?: string) => {
  const { data } = await caller().catalogue.identify({ pokemon: [{ names, ...(ability && { ability }) }] });
  return data[0];
};

it('gives names, forms and abilities in the spelling of the catalogue', async () => {
  expect(await identify(['rotom wash'], 'LEVITATE')).toEqual({
    ...{ named: 0, pokemon_name: 'Rotom', suggestion: null, form: 'Wash', type: 'Electric', has_forms: true },
    ability: 'Levitate',
    errors: [],
  });
});

it('gives the type of the form, or of the species when it has no such form', async () => {
  expect(await identify(['Meowth-Alola'])).toMatchObject({ form: 'Alola', type: 'Dark' });
  expect(await identify(['Meowth-Windy'])).toMatchObject({ form: null, type: 'Normal' });
  expect(await identify(['Missing'])).toMatchObject({ type: null });
});

it('takes the first alternative that is a pokemon', async () => {
  expect(await identify(['my best', 'Gible'])).toMatchObject({
    named: 1,
    pokemon_name: 'Gible',
    form: 'Normal',
  });
});

it('takes the alternative with a form for a pokemon that has it', async () => {
  expect(await identify(['Wash', 'Rotom', 'Rotom Wash'])).toMatchObject({ named: 2, form: 'Wash' });
  expect(await identify(['Garchomp', 'Garchomp Party'])).toMatchObject({ named: 1, form: 'Party' });
  expect(await identify(['Garchomp', 'Garchomp F'])).toMatchObject({ named: 0, form: 'Normal' });
  expect(await identify(['Rotom-Fan', 'Rotom Wash'])).toMatchObject({ named: 0, form: 'Fan' });
  expect(await identify(['Rotom', 'Meowth Alola'])).toMatchObject({ named: 0, pokemon_name: 'Rotom' });
});

it('knows forms that have only a picture', async () => {
  expect(await identify(['Garchomp-Party'])).toMatchObject({ form: 'Party', has_forms: true, errors: [] });
});

it('says what the catalogue does not have', async () => {
  const messages = async (...input: Parameters<typeof identify>) =>
    (await identify(...input))?.errors.map(({ message }) => message);
  expect(await messages(['Garchom'])).toEqual(['There is no pokemon “Garchom”. Did you mean Garchomp?']);
  expect(await messages(['Garchomp'], 'Levitate')).toEqual([
    'Garchomp cannot have Levitate; it has Sand Veil or Rough Skin.',
  ]);
});

it('suggests a name for one that no pokemon has', async () => {
  expect(await identify(['Garchom'])).toMatchObject({ suggestion: 'Garchomp' });
  expect(await identify(['Sylveon'])).toMatchObject({ suggestion: null });
});

it('names the item that has a name which no pokemon has', async () => {
  await makeSale(server, { by: await makeAccount(server), status: 'approved', name: 'Leftovers' });
  expect(await identify(['leftovers'])).toMatchObject({ pokemon_name: null, item: 'Leftovers' });
  expect(await identify(['Leftover'])).not.toHaveProperty('item');
});

it('accepts pokemon up to the generation of the site', async () => {
  expect(await identify(['Sylveon'])).toMatchObject({
    pokemon_name: null,
    errors: [{ message: 'Sylveon was introduced in generation 6; pokemon up to generation 5 are accepted.' }],
  });
});

it('limits the number of pokemon', async () => {
  const pokemon = Array.from({ length: LIMITS.paste.sets + 1 }, () => ({ names: ['Garchomp'] }));
  await expect(caller().catalogue.identify({ pokemon })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
