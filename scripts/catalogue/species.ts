import { Dex, type Species } from '@pkmn/dex';
import { Sprites } from '@pkmn/img';
import { NORMAL_FORM } from '../../src/contract/sale/forms.ts';
import type { FormData, SpeciesData } from '../../src/modules/catalogue/catalogue.data.ts';
import type { FormAbility } from '../../src/modules/catalogue/catalogue.entity.ts';
import { plainName } from './names.ts';

/** The generations of rules. Older ones count as generation 5, the oldest that can be selected. */
const FIRST_RULES = 5;
const LAST_RULES = 9;

/** Forms that are reverted before a trade or never given to players: Gigantamax, Totem, Eternamax. */
const UNTRADABLE = /(^|-)(Gmax|Totem|Eternamax)$/;

/**
 * Whether a pokemon in this form can be traded. Excluded are battle-only forms (megas, primals, Zen, Sunny, Hangry, …),
 * Gigantamax, Totem and Eternamax forms, forms not yet released or bound to a game without trading, and fan-made ones.
 */
const isTradable = (species: Species): boolean =>
  species.num > 0 &&
  !species.battleOnly &&
  !species.isMega &&
  !UNTRADABLE.test(species.forme) &&
  (species.isNonstandard === null || species.isNonstandard === 'Past');

/** The form's abilities in all generations, including hidden and event abilities, with the first generation of each. */
function abilitiesOf(name: string): FormAbility[] {
  const abilities = new Map<string, FormAbility>();
  for (let generation = FIRST_RULES; generation <= LAST_RULES; generation++) {
    const species = Dex.forGen(generation).species.get(name);
    if (species.gen > generation) continue;
    for (const [slot, ability] of Object.entries(species.abilities)) {
      if (!ability) continue;
      const known: FormAbility = abilities.get(ability) ?? { name: ability, since: generation };
      if (slot === 'H') known.hiddenSince ??= generation;
      abilities.set(ability, known);
    }
  }
  return [...abilities.values()];
}

function spriteOf(name: string): string {
  const sprite = /\/([^/]+)\.(?:gif|png)$/.exec(Sprites.getPokemon(plainName(name, 'ascii')).url)?.[1];
  if (!sprite || sprite === '0') throw new Error(`No sprite for ${name}`);
  return sprite;
}

function formData(form: Species): FormData {
  const alias = form.forme === '' && form.baseForme && form.baseForme !== NORMAL_FORM ? form.baseForme : null;
  return {
    form: plainName(form.forme || NORMAL_FORM),
    ...(alias && { alias }),
    generation: form.gen,
    type: form.types[0],
    abilities: abilitiesOf(form.name),
    sprite: spriteOf(form.name),
  };
}

function speciesData(base: Species): SpeciesData {
  const names = new Set([base.name, ...(base.formeOrder ?? []), ...(base.otherFormes ?? [])]);
  for (const cosmetic of base.cosmeticFormes ?? []) names.add(cosmetic);
  const forms = [...names].map((name) => Dex.species.get(name)).filter(isTradable);
  return { id: base.num, name: plainName(base.name), generation: base.gen, forms: forms.map(formData) };
}

/** Every species, sorted by dex number, with its tradable forms. */
export function buildSpecies(): SpeciesData[] {
  return Dex.species
    .all()
    .filter((species) => isTradable(species) && species.name === species.baseSpecies)
    .map(speciesData)
    .sort((a, b) => a.id - b.id);
}
