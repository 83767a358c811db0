import { Dex } from '@pkmn/dex';
import type { AbilityData } from '../../src/modules/catalogue/catalogue.data.ts';
import { plainName } from './names.ts';

/** Two abilities have the number of another ability in the data set; these are their numbers in the games. */
const CORRECTED_NUMBERS: Readonly<Record<string, number>> = { 'Tablets of Ruin': 286, 'Beads of Ruin': 287 };

/** Every ability of the released games, sorted by its number. */
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
