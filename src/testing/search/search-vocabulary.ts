import type { Vocabulary } from '../../contract/search/vocabulary.ts';
import { nameKey } from '../../contract/shared/text.ts';
import { catalogueFile, unpackCatalogue } from '../../modules/catalogue/catalogue.data.ts';
import { readCatalogue } from '../../modules/catalogue/catalogue.source.ts';
import { NameTable, type Sold } from '../../modules/name-search/name-table.ts';
import { vocabularyOf } from '../../modules/name-search/search-vocabulary.ts';

const GENERATION = 9;

/** Sales of a few names, because the most sold of several matches counts. */
const SALES: Record<string, number> = {
  Garchomp: 282,
  Togekiss: 120,
  Rotom: 95,
  Ninetales: 80,
  Mewtwo: 40,
  Tyranitar: 76,
  Leftovers: 310,
  'Master Ball': 150,
  'Rare Candy': 90,
  'Lucky Egg': 60,
};

/** The vocabulary of the committed catalogue, without a database. */
export function catalogueVocabulary(): Vocabulary {
  const catalogue = readCatalogue();
  const { species } = catalogue;
  const { items } = unpackCatalogue(catalogueFile().bytes);
  const sold = new Map<string, Sold>(
    Object.entries(SALES).map(([name, sales]) => [nameKey(name), { sales, last_sold: '2026-03-01' }]),
  );
  const row = (id: number, name: string) => ({
    id,
    name,
    image_url: null,
    pokemon_type: null,
    generation: 0,
    forms: [],
  });
  const tables = {
    item: new NameTable(
      items.map(({ name }, at) => row(at + 1, name)),
      { sold },
    ),
    pokemon: new NameTable(
      species.map(({ id, name, generation, forms }) => ({
        ...row(id, name),
        generation,
        forms: forms.map(({ form }) => form).filter((form) => form !== 'Normal'),
      })),
      { sold },
    ),
  };
  return vocabularyOf({ tables, generation: GENERATION }, catalogue);
}
