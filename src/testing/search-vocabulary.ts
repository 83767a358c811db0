import { SALE_KINDS, type SaleKind } from '../contract/sale/kinds.ts';
import type { FoundName, Vocabulary } from '../contract/search/vocabulary.ts';
import { keyOf } from '../contract/search/words.ts';
import { catalogueFile, unpackCatalogue } from '../modules/catalogue/catalogue.data.ts';
import { NameTable, type Sold } from '../modules/name-search/name-table.ts';

const GENERATION = 9;
const FOUND = 10;

/** Sales of a few names, because the most sold of several matches counts. */
const SALES: Record<string, number> = {
  Garchomp: 282,
  Togekiss: 120,
  Rotom: 95,
  Ninetales: 80,
  Mewtwo: 40,
  Leftovers: 310,
  'Master Ball': 150,
  'Rare Candy': 90,
  'Lucky Egg': 60,
};

/** The vocabulary of the committed catalogue, without a database. */
export function catalogueVocabulary(): Vocabulary {
  const { species, items, abilities } = unpackCatalogue(catalogueFile().bytes);
  const sold = new Map<string, Sold>(
    Object.entries(SALES).map(([name, sales]) => [name.toLowerCase(), { sales, last_sold: '2026-03-01' }]),
  );
  const row = (id: number, name: string) => ({ id, name, image_url: null, generation: 0, forms: [] });
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
  const everything = SALE_KINDS.flatMap((kind) =>
    tables[kind]
      .all()
      .filter(({ generation }) => generation <= GENERATION)
      .map((entry) => ({ kind, ...entry, key: keyOf(entry.name) })),
  );
  const byKey = Map.groupBy(everything, ({ key }) => key);
  const found = (of: (kind: SaleKind) => FoundName[]) =>
    SALE_KINDS.flatMap(of).toSorted((a, b) => a.distance - b.distance || b.sales - a.sales);
  return {
    abilities: abilities.map(({ name }) => name),
    named: (text) => byKey.get(keyOf(text)) ?? [],
    containing: (text) =>
      found((kind) => tables[kind].matching(GENERATION, text, FOUND).map((entry) => ({ kind, ...entry }))),
    similar: (text) =>
      found((kind) => tables[kind].similar(GENERATION, text, FOUND).map((entry) => ({ kind, ...entry }))),
  };
}
