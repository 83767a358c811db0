import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Dex } from '@pkmn/dex';
import { formatNumber } from '../src/contract/shared/plural.ts';
import {
  type AbilityData,
  CATALOGUE_FILE,
  type CatalogueData,
} from '../src/modules/catalogue/catalogue.data.ts';
import { buildItems } from './catalogue/items.ts';
import { plainName } from './catalogue/names.ts';
import { buildSpecies } from './catalogue/species.ts';

/** Two abilities have the number of another ability in the data set; these are their numbers in the games. */
const CORRECTED_NUMBERS: Readonly<Record<string, number>> = { 'Tablets of Ruin': 286, 'Beads of Ruin': 287 };

/** Every ability of the released games, sorted by its number. */
function buildAbilities(): AbilityData[] {
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

/** The whole catalogue from the installed data set; deterministic. */
export const buildCatalogue = (): CatalogueData => ({
  species: buildSpecies(),
  abilities: buildAbilities(),
  items: buildItems(),
});

/** The position of the operating system in the gzip header; 255 means unknown. */
const GZIP_OS_BYTE = 9;

/** Compresses the catalogue to the same bytes on every system. */
export function packCatalogue(catalogue: CatalogueData): Buffer {
  const packed = gzipSync(JSON.stringify(catalogue), { level: 9 });
  packed[GZIP_OS_BYTE] = 255;
  return packed;
}

if (import.meta.main) {
  const catalogue = buildCatalogue();
  const packed = packCatalogue(catalogue);
  writeFileSync(CATALOGUE_FILE, packed);

  const forms = catalogue.species.reduce((sum, species) => sum + species.forms.length, 0);
  process.stdout.write(
    `${catalogue.species.length} species, ${forms} forms, ${catalogue.abilities.length} abilities, ` +
      `${catalogue.items.length} items in ${formatNumber(packed.length)} bytes\n`,
  );
}
