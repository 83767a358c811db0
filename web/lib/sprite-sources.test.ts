import { expect, it } from 'vitest';
import { itemSpriteSources, pokemonSpriteSources } from './sprite-sources.ts';

const path = (url: string | undefined) => url?.replace(/^https:\/\/[^/]+/, '');

it('tries the stored picture of an item under both endings, then the public site', () => {
  expect(
    itemSpriteSources({ name: "King's Rock", imageUrl: 'https://i.imgur.com/a1.png' }).map(path),
  ).toEqual(['/a1.png', '/a1.jpg', '/PokeAPI/sprites/master/sprites/items/kings-rock.png']);
});

it('leaves an address alone that no page may load', () => {
  expect(itemSpriteSources({ name: 'Oran Berry', imageUrl: 'javascript:alert(1)' })).toHaveLength(1);
});

it.each([
  [{ name: 'Garchomp' }, '/sprites/gen5/garchomp.png'],
  [{ name: 'Mr. Mime' }, '/sprites/gen5/mrmime.png'],
  [{ name: 'Nidoran♀' }, '/sprites/gen5/nidoranf.png'],
  [{ name: 'Raichu', form: 'Alola' }, '/sprites/gen5/raichu-alola.png'],
  [{ name: 'Raichu', form: 'Alola', shiny: true }, '/sprites/gen5-shiny/raichu-alola.png'],
  [{ name: 'Flabébé' }, '/sprites/gen5/flabebe.png'],
])('%j is drawn at %s', (picture, first) => {
  expect(path(pokemonSpriteSources(picture)[0])).toBe(first);
});

it('falls to the species when its form has no picture', () => {
  expect(pokemonSpriteSources({ name: 'Deoxys', form: 'Attack' }).map(path)).toContain(
    '/sprites/gen5/deoxys.png',
  );
});
