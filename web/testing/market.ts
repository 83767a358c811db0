import { screen, within } from '@testing-library/react';
import type { MarketSearch } from '../../src/contract/market/market.ts';
import { filterPredicate } from '../../src/contract/query/matches-filter.ts';
import type { FormOption } from '../../src/contract/sale/catalogue.ts';
import { ivColumn, STATS } from '../../src/contract/sale/ivs.ts';
import {
  type AnySale,
  type ItemSale,
  type PokemonSale,
  zItemList,
  zPokemonList,
} from '../../src/contract/sale/sale.ts';
import { daysBefore, todayUtc } from '../../src/contract/shared/dates.ts';
import { recordOf } from '../../src/contract/shared/record.ts';
import type { SortOrder } from '../../src/contract/shared/sort-orders.ts';
import type { Answers } from './fake-server.ts';

/** A form of a pokemon for submissions. */
export const formOption = (
  form: string,
  type: string,
  abilities: string[],
  hiddenAbility: string | null = null,
): FormOption => ({ form, type, abilities, hidden_ability: hiddenAbility });

const TAIL = {
  proof_url: 'https://forums.example/thread/1',
  image_url: null,
  status: 'approved',
  submitted_by: null,
  submitted_by_username: null,
  date_submitted: '2026-01-01T12:00:00.000Z',
  approved_by: null,
  review_notes: null,
  version: 1,
} as const;

const nextId = (() => {
  let last = 0;
  return () => (last += 1);
})();

/** An approved sale of an item, sold today. */
export const itemSale = (sale: Partial<ItemSale> = {}): Extract<AnySale, ItemSale> => ({
  ...TAIL,
  kind: 'item',
  sale_id: nextId(),
  item_id: 1,
  item_name: 'Master Ball',
  price: 1000,
  date_sold: todayUtc(),
  ...sale,
});

/** An approved sale of an Adamant Garchomp with perfect IVs, sold today. */
export const pokemonSale = (sale: Partial<PokemonSale> = {}): Extract<AnySale, PokemonSale> => ({
  ...TAIL,
  kind: 'pokemon',
  sale_id: nextId(),
  pokemon_id: 445,
  pokemon_name: 'Garchomp',
  form: 'Normal',
  pokemon_type: 'Dragon',
  price: 1000,
  date_sold: todayUtc(),
  nature: 'Adamant',
  ability: 'Rough Skin',
  hidden_power: 'Dark 70',
  level: null,
  is_shiny: false,
  held_item: null,
  ...recordOf(STATS, ivColumn, () => 31),
  ...sale,
});

const nameOf = (sale: AnySale): string => (sale.kind === 'item' ? sale.item_name : sale.pokemon_name);

const isItem = (sale: AnySale) => sale.kind === 'item';
const isPokemon = (sale: AnySale) => sale.kind === 'pokemon';

const byColumn = (sort: string, order: SortOrder) => {
  const key = (sale: AnySale) =>
    sort === 'price' ? sale.price : sort.endsWith('name') ? nameOf(sale) : sale.date_sold;
  const direction = order === 'asc' ? 1 : -1;
  return (a: AnySale, b: AnySale) => {
    const [first, second] = [key(a), key(b)];
    return first < second ? -direction : first > second ? direction : 0;
  };
};

interface ListRequest {
  page?: number;
  limit?: number;
  sort?: string;
  order?: SortOrder;
}

/** One page of the sales that match a filter, as the server finds them. */
function pageOf<Sale extends AnySale>(
  sales: readonly Sale[],
  matches: (sale: AnySale, today: string) => boolean,
  { page = 1, limit = 25, sort = 'date_sold', order = 'desc' }: ListRequest,
) {
  const found = sales.filter((sale) => matches(sale, todayUtc())).toSorted(byColumn(sort, order));
  return {
    data: found.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total: found.length, totalPages: Math.ceil(found.length / limit) },
  };
}

/** Names that contain a text, and the number of their sales. */
function suggestions(sales: readonly AnySale[], kind: AnySale['kind'], text: string) {
  const names = Map.groupBy(
    sales.filter((sale) => sale.kind === kind && nameOf(sale).toLowerCase().includes(text.toLowerCase())),
    nameOf,
  );
  return [...names].map(([name, of]) => ({ name, image_url: null, pokemon_type: null, sales: of.length }));
}

/**
 * The answers of a market with these sales. Its lists check their input and filter as the server does; it has neither
 * charts nor similar sales.
 */
export function fakeMarket(sales: readonly AnySale[]) {
  const found = (text: string): MarketSearch => ({
    kind: null,
    filters: { name: text },
    order: null,
    page: null,
    terms: [],
    ignored: [],
    suggestions: (['item', 'pokemon'] as const).flatMap((kind) =>
      suggestions(sales, kind, text).map((one) => ({ ...one, kind })),
    ),
  });
  return {
    items: {
      list: (input) => {
        const { item_name: name, status, page, limit, sort, order, ...filter } = zItemList.parse(input);
        const matches = filterPredicate({ kind: 'item', name, ...filter });
        return pageOf(sales.filter(isItem), matches, { page, limit, sort, order });
      },
      autocomplete: ({ query }) => ({ data: suggestions(sales, 'item', query) }),
    },
    pokemon: {
      list: (input) => {
        const { pokemon_name: name, status, page, limit, sort, order, ...filter } = zPokemonList.parse(input);
        const matches = filterPredicate({ kind: 'pokemon', name, ...filter });
        return pageOf(sales.filter(isPokemon), matches, { page, limit, sort, order });
      },
      autocomplete: ({ query }) => ({ data: suggestions(sales, 'pokemon', query) }),
    },
    market: {
      search: ({ text }) => found(text.trim()),
      answer: () => ({ answer: null }),
      chart: () => ({ data: [], total_records: 0, names: 0 }),
      overview: () => ({
        today: todayUtc(),
        since: daysBefore(todayUtc(), 6),
        sales: { item: { today: 0, recent: 0 }, pokemon: { today: 0, recent: 0 } },
        most_traded: [],
        notable: [],
      }),
    },
    catalogue: {
      speciesOptions: () => ({
        pokemon_id: 445,
        pokemon_name: 'Garchomp',
        forms: [formOption('Normal', 'Dragon', ['Sand Veil', 'Rough Skin'], 'Rough Skin')],
      }),
    },
    abilities: { list: () => ({ data: [{ ability_id: 1, ability_name: 'Rough Skin' }] }) },
  } satisfies Answers;
}

/** Waits for the number of matching sales: `30 sales`. */
export const sales = async (label: string): Promise<void> => {
  const region = await screen.findByRole('region', { name: 'Sales' });
  await within(region).findByText(label, { selector: '[data-announced]' });
};

/** The labels of the active filters. */
export const chips = (): string[] =>
  screen
    .queryAllByRole('button', { name: /^Remove filter: / })
    .map((button) => (button.getAttribute('aria-label') ?? '').replace('Remove filter: ', ''));

/** The prices of the listed sales. */
export const prices = (): number[] =>
  screen
    .getAllByRole('cell')
    .flatMap(({ textContent }) =>
      /^[\d,]+ PD$/.test(textContent) ? Number(textContent.replace(/\D/g, '')) : [],
    );
