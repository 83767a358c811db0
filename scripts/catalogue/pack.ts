import { gzipSync } from 'node:zlib';
import type { CatalogueData } from '../../src/modules/catalogue/catalogue.data.ts';
import { buildAbilities } from './abilities.ts';
import { buildItems } from './items.ts';
import { buildSpecies } from './species.ts';

/** The whole catalogue as the installed data set has it; the same on every run. */
export const buildCatalogue = (): CatalogueData => ({
  species: buildSpecies(),
  abilities: buildAbilities(),
  items: buildItems(),
});

/** Where gzip names the operating system; 255 stands for unknown. */
const GZIP_OS_BYTE = 9;

/** Compresses the catalogue to the same bytes on every system. */
export function packCatalogue(catalogue: CatalogueData): Buffer {
  const packed = gzipSync(JSON.stringify(catalogue), { level: 9 });
  packed[GZIP_OS_BYTE] = 255;
  return packed;
}
