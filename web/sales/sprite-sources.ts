import { NORMAL_FORM } from '../../src/contract/sale/forms.ts';
import { slug } from '../../src/contract/shared/text.ts';

/** Public sprite sites, allowed by the server's content security policy in addition to the image host. */
const POKEMON_SPRITES = 'https://play.pokemonshowdown.com/sprites';
const ITEM_SPRITES = 'https://raw.githubusercontent.com/PokeAPI/sprites/master/sprites/items';

const isHttps = (url: string) => /^https?:\/\//i.test(url);

/** The image host may have the picture with the other ending: `.jpg` for `.png`, or the reverse (docs/screens.md "Messages"). */
function withOtherEnding(url: string): string[] {
  const [, stem, ending] = /^(.*\.)(png|jpe?g)$/i.exec(url) ?? [];
  if (stem === undefined || ending === undefined) return [url];
  return [url, `${stem}${ending.toLowerCase() === 'png' ? 'jpg' : 'png'}`];
}

const stored = (imageUrl: string | null | undefined): string[] =>
  imageUrl && isHttps(imageUrl) ? withOtherEnding(imageUrl) : [];

/** Items that the public site keeps in a subfolder. */
const FOLDERS = {
  gen8: 'blunder-policy eject-pack heavy-duty-boots room-service rusted-shield rusted-sword throat-spray utility-umbrella',
  gen9: `ability-shield booster-energy clear-amulet cornerstone-mask covert-cloak fairy-feather hearthflame-mask
    loaded-dice mirror-herb punching-glove wellspring-mask`,
};

/** Items that it keeps in a subfolder or under an old name. */
const ITEM_PATHS = new Map([
  ['leek', 'stick'],
  ...Object.entries(FOLDERS).flatMap(([folder, ids]) =>
    ids.split(/\s+/).map((id) => [id, `${folder}/${id}`] as const),
  ),
]);

/**
 * An item's file name on the public site. Feathers have their old name "wing"; Z-crystals have one picture for the
 * bag and one for the holder (`Buginium Z` is `buginium-z--held`).
 */
const itemPath = (id: string): string =>
  ITEM_PATHS.get(id) ?? id.replace(/-feather$/, '-wing').replace(/ium-z$/, 'ium-z--held');

/** URLs of an item's picture, best first: the stored one, then a public site by name (docs/screens.md "Messages"). */
export const itemSpriteSources = (item: { name: string; imageUrl?: string | null }): string[] => [
  ...stored(item.imageUrl),
  `${ITEM_SPRITES}/${itemPath(slug(item.name))}.png`,
];

interface PokemonPicture {
  name: string;
  form?: string;
  shiny?: boolean;
  imageUrl?: string | null;
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The name of a species on the public site: `Mr. Mime` is `mrmime`. */
const speciesId = (name: string): string => plain(name.replace('♀', 'f').replace('♂', 'm').normalize('NFKD'));

/** Words of a form that the public site spells differently or omits. */
const FORM_WORDS = new Map([
  ['alolan', 'alola'],
  ['galarian', 'galar'],
  ['hisuian', 'hisui'],
  ['paldean', 'paldea'],
  ['female', 'f'],
  ['male', ''],
  ['form', ''],
  ['forme', ''],
  ['shiny', ''],
  ['normal', ''],
]);

/** The suffix of a form on the public site: `Alolan Form` is `alola`; empty for the normal form. */
const formId = (form: string): string =>
  form
    .toLowerCase()
    .split(/[\s-]+/)
    .map((word) => FORM_WORDS.get(word) ?? plain(word))
    .join('');

/** These forms are never shiny, so there are no such pictures. */
const NEVER_SHINY = /^pikachu-(original|hoenn|sinnoh|unova|kalos|alola)$/;

/**
 * URLs of a pokemon's picture, best first: the stored one, then a public site by name and form, then without the
 * form. Shiny pictures come first, also when only the form is marked as shiny.
 */
export function pokemonSpriteSources(picture: PokemonPicture): string[] {
  const { name, form = NORMAL_FORM, shiny = false, imageUrl } = picture;
  const base = speciesId(name);
  const suffix = formId(form);
  const id = suffix === '' ? base : `${base}-${suffix}`;
  const looksShiny = (shiny || /shiny/i.test(form)) && !NEVER_SHINY.test(id);
  const sets = looksShiny ? ['gen5-shiny', 'gen5', 'dex'] : ['gen5', 'dex'];
  return [
    ...stored(imageUrl),
    ...[...new Set([id, base])].flatMap((one) => sets.map((set) => `${POKEMON_SPRITES}/${set}/${one}.png`)),
  ];
}
