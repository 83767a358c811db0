import { NORMAL_FORM } from '../../src/contract/forms.ts';
import { slug } from '../../src/contract/text.ts';

/** Public sprite sites: what the server's content security policy allows beside the image host. */
const POKEMON_SPRITES = 'https://play.pokemonshowdown.com/sprites';
const ITEM_SPRITES = 'https://raw.githubusercontent.com/PokeAPI/sprites/master/sprites/items';

const isHttps = (url: string) => /^https?:\/\//i.test(url);

/** An image host's picture may be kept under the other ending: `.png`, then `.jpg` (SPEC section 8). */
function withOtherEnding(url: string): string[] {
  const [, stem, ending] = /^(.*\.)(png|jpe?g)$/i.exec(url) ?? [];
  if (stem === undefined || ending === undefined) return [url];
  return [url, `${stem}${ending.toLowerCase() === 'png' ? 'jpg' : 'png'}`];
}

const stored = (imageUrl: string | null | undefined): string[] =>
  imageUrl && isHttps(imageUrl) ? withOtherEnding(imageUrl) : [];

/** Addresses of an item's picture, best first: its own, then a public site by name (SPEC section 8). */
export const itemSpriteSources = (item: { name: string; imageUrl?: string | null }): string[] => [
  ...stored(item.imageUrl),
  `${ITEM_SPRITES}/${slug(item.name)}.png`,
];

interface PokemonPicture {
  name: string;
  form?: string;
  shiny?: boolean;
  imageUrl?: string | null;
}

/** Name of a species as the public site writes it: `Mr. Mime` is `mrmime`. */
const speciesId = (name: string) =>
  name
    .replace('♀', 'f')
    .replace('♂', 'm')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/**
 * Addresses of a pokemon's picture, best first: its own, then a public site by name and form, then without the
 * form. A shiny one looks among the shiny pictures first (SPEC section 7).
 */
export function pokemonSpriteSources({
  name,
  form = NORMAL_FORM,
  shiny = false,
  imageUrl,
}: PokemonPicture): string[] {
  const base = speciesId(name);
  const formId = form === NORMAL_FORM ? '' : form.toLowerCase().replace(/[^a-z0-9]/g, '');
  const ids = formId === '' ? [base] : [`${base}-${formId}`, base];
  const sets = shiny ? ['gen5-shiny', 'gen5', 'dex'] : ['gen5', 'dex'];
  return [
    ...stored(imageUrl),
    ...ids.flatMap((id) => sets.map((set) => `${POKEMON_SPRITES}/${set}/${id}.png`)),
  ];
}
