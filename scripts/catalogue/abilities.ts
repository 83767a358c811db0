import { Dex } from '@pkmn/dex';
import type { AbilityData } from '../../src/modules/catalogue/catalogue.data.ts';
import { plainName } from './names.ts';

/** The games' own numbers of two abilities that the data set numbers like their sister ability. */
const CORRECTED_NUMBERS: Readonly<Record<string, number>> = { 'Tablets of Ruin': 286, 'Beads of Ruin': 287 };

/** Every ability of the released games, by its number in them. */
export function buildAbilities(): AbilityData[] {
  return Dex.abilities
    .all()
    .filter(({ num, isNonstandard }) => num > 0 && (isNonstandard === null || isNonstandard === 'Past'))
    .map(({ num, name, gen }) => ({
      id: CORRECTED_NUMBERS[name] ?? num,
      name: plainName(name),
      generation: gen,
    }))
    .sort((a, b) => a.id - b.id);
}
