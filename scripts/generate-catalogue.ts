import { writeFileSync } from 'node:fs';
import { formatCount } from '../src/contract/shared/plural.ts';
import { CATALOGUE_FILE } from '../src/modules/catalogue/catalogue.data.ts';
import { buildCatalogue, packCatalogue } from './catalogue/pack.ts';

const catalogue = buildCatalogue();
const packed = packCatalogue(catalogue);
writeFileSync(CATALOGUE_FILE, packed);

const forms = catalogue.species.reduce((sum, species) => sum + species.forms.length, 0);
process.stdout.write(
  `${catalogue.species.length} species, ${forms} forms, ${catalogue.abilities.length} abilities, ` +
    `${catalogue.items.length} items in ${formatCount(packed.length)} bytes\n`,
);
