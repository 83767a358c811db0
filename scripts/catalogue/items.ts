import { Dex, type Item } from '@pkmn/dex';
import { slug } from '../../src/contract/shared/text.ts';
import type { ItemCategory, ItemData } from '../../src/modules/catalogue/catalogue.data.ts';
import { BAG_ITEMS } from './bag-items.ts';
import { plainName } from './names.ts';

/** Generations whose items can still be traded. Some items of older generations exist in no later game. */
const GENERATIONS = [3, 4, 5, 6, 7, 8, 9] as const;

/** Technical machines teach different moves in each game, so operators import their own. */
const isDisc = (item: Item) => /^T[MR]\d/.test(item.name);

const exists = (item: Item) =>
  item.num > 0 &&
  !isDisc(item) &&
  GENERATIONS.some((generation) => {
    const { isNonstandard } = Dex.forGen(generation).items.get(item.id);
    return isNonstandard === null || isNonstandard === 'Unobtainable';
  });

function categoryOf(item: Item, evolutionItems: ReadonlySet<string>): ItemCategory {
  if (item.isBerry) return 'berry';
  if (item.isPokeball) return 'ball';
  if (item.megaStone || item.isPrimalOrb || item.zMove) return 'mega';
  if (/Fossil|Old Amber/.test(item.name)) return 'valuable';
  return evolutionItems.has(item.name) ? 'evolution' : 'held';
}

const itemData = (name: string, generation: number, category: ItemCategory): ItemData => ({
  name: plainName(name),
  generation,
  category,
  sprite: slug(name),
});

/** Held items of the data set and the manual list of bag items, sorted by name. */
export function buildItems(): ItemData[] {
  const evolutionItems = new Set(Dex.species.all().flatMap(({ evoItem }) => (evoItem ? [evoItem] : [])));
  const held = Dex.items
    .all()
    .filter(exists)
    .map((item) => itemData(item.name, item.gen, categoryOf(item, evolutionItems)));
  const bag = BAG_ITEMS.flatMap(({ category, generation, names }) =>
    names.map((name) => itemData(name, generation, category)),
  );
  return [...held, ...bag].sort((a, b) => (a.name < b.name ? -1 : 1));
}
