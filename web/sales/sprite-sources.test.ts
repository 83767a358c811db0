import { Sprites } from '@pkmn/img';
import { expect, it } from 'vitest';
import { NORMAL_FORM } from '../../src/contract/sale/forms.ts';
import { catalogueFile, unpackCatalogue } from '../../src/modules/catalogue/catalogue.data.ts';
import { itemSpriteSources, pokemonSpriteSources } from './sprite-sources.ts';

const path = (url: string | undefined) => url?.replace(/^https:\/\/[^/]+/, '');

it('tries the stored picture of an item with both extensions, then the public site', () => {
  expect(
    itemSpriteSources({ name: "King's Rock", imageUrl: 'https://i.imgur.com/a1.png' }).map(path),
  ).toEqual(['/a1.png', '/a1.jpg', '/PokeAPI/sprites/master/sprites/items/kings-rock.png']);
});

it('ignores a URL that is not https', () => {
  expect(itemSpriteSources({ name: 'Oran Berry', imageUrl: 'javascript:alert(1)' })).toHaveLength(1);
});

it.each([
  [{ name: 'Garchomp' }, '/sprites/gen5/garchomp.png'],
  [{ name: 'Mr. Mime' }, '/sprites/gen5/mrmime.png'],
  [{ name: 'Nidoran♀' }, '/sprites/gen5/nidoranf.png'],
  [{ name: 'Raichu', form: 'Alola' }, '/sprites/gen5/raichu-alola.png'],
  [{ name: 'Raichu', form: 'Alola', shiny: true }, '/sprites/gen5-shiny/raichu-alola.png'],
  [{ name: 'Flabébé' }, '/sprites/gen5/flabebe.png'],
])('finds %j at %s', (picture, first) => {
  expect(path(pokemonSpriteSources(picture)[0])).toBe(first);
});

it('falls back to the species when its form has no picture', () => {
  expect(pokemonSpriteSources({ name: 'Deoxys', form: 'Attack' }).map(path)).toContain(
    '/sprites/gen5/deoxys.png',
  );
});

it.each([
  ['Leek', '/stick'],
  ['Buginium Z', '/buginium-z--held'],
  ['Health Feather', '/health-wing'],
  ['Fairy Feather', '/gen9/fairy-feather'],
  ['Heavy-Duty Boots', '/gen8/heavy-duty-boots'],
  ['X Sp. Atk', '/x-sp-atk'],
  ['Up-Grade', '/up-grade'],
])('finds %s on the public site at %s', (name, file) => {
  expect(itemSpriteSources({ name }).at(-1)).toMatch(new RegExp(`/sprites/items${file}\\.png$`));
});

it.each([
  ['Alolan', 'raichu-alola'],
  ['Alolan Form', 'raichu-alola'],
  ['Shiny Alola', 'raichu-alola'],
  ['Female', 'raichu-f'],
  ['Normal Male', 'raichu'],
])('finds a raichu in form %s as %s', (form, id) => {
  const [first] = pokemonSpriteSources({ name: 'Raichu', form });
  expect(path(first)).toBe(`/sprites/${form.startsWith('Shiny') ? 'gen5-shiny' : 'gen5'}/${id}.png`);
});

it('ends with pictures of the species', () => {
  const sources = pokemonSpriteSources({ name: 'Vulpix', form: 'Alola', shiny: true });
  expect(sources.map(path)).toEqual([
    '/sprites/gen5-shiny/vulpix-alola.png',
    '/sprites/gen5/vulpix-alola.png',
    '/sprites/dex/vulpix-alola.png',
    '/sprites/gen5-shiny/vulpix.png',
    '/sprites/gen5/vulpix.png',
    '/sprites/dex/vulpix.png',
  ]);
});

/** Every species and form, with its name in the sprite site's own package. */
const everyForm = unpackCatalogue(catalogueFile().bytes).species.flatMap(({ name, forms }) =>
  forms.map(({ form }) => {
    const species = name.replace('♀', '-F').replace('♂', '-M').normalize('NFKD').replace(/\p{M}/gu, '');
    return { name, form, known: form === NORMAL_FORM ? species : `${species}-${form}` };
  }),
);

it.each([{ shiny: false }, { shiny: true }])('finds every species and form, %j', ({ shiny }) => {
  expect(everyForm.length).toBeGreaterThan(1_200);
  const ours = everyForm.map(({ name, form }) => pokemonSpriteSources({ name, form, shiny })[0]);
  const theirs = everyForm.map(({ known }) => Sprites.getPokemon(known, { gen: 'gen5', shiny }).url);
  expect(ours).toEqual(theirs);
});

it('finds every female with a different appearance', () => {
  const females = everyForm.flatMap(({ name, form, known }) => {
    const female = Sprites.getPokemon(known, { gen: 'gen5', gender: 'F' }).url;
    const differs = form === NORMAL_FORM && female !== Sprites.getPokemon(known, { gen: 'gen5' }).url;
    return differs ? [{ name, female }] : [];
  });
  expect(females.length).toBeGreaterThan(30);
  for (const { name, female } of females)
    expect(pokemonSpriteSources({ name, form: 'Female' })[0]).toBe(female);
});
