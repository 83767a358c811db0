import { gzipSync } from 'node:zlib';
import type { CatalogueData } from '../../src/modules/catalogue/catalogue.data.ts';
import { buildAbilities } from './abilities.ts';
import { buildItems } from './items.ts';
import { buildSpecies } from './species.ts';

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
