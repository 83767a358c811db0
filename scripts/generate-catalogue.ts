import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { formatCount } from '../src/contract/shared/plural.ts';
import { CATALOGUE_FILE, type CatalogueData } from '../src/modules/catalogue/catalogue.data.ts';
import { buildAbilities } from './catalogue/abilities.ts';
import { buildItems } from './catalogue/items.ts';
import { buildSpecies } from './catalogue/species.ts';

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
      `${catalogue.items.length} items in ${formatCount(packed.length)} bytes\n`,
  );
}
