import { expect, it } from 'vitest';
import type { AnySale } from '../sale/sale.ts';
import type { MarketFilters } from './market-search-params.ts';
import { marketTitle, nameTitle, saleSubject, salesSummary, saleTitle, saleTraits } from './page-titles.ts';

const common = {
  sale_id: 7,
  price: 1_500_000,
  date_sold: '2026-03-12',
  proof_url: null,
  image_url: null,
  status: 'approved',
  submitted_by: null,
  submitted_by_username: null,
  date_submitted: '2026-03-12T10:00:00.000Z',
  approved_by: null,
  review_notes: null,
  version: 2,
} as const;
const item: AnySale = { ...common, kind: 'item', item_id: 1, item_name: 'Master Ball' };
const pokemon: AnySale = {
  ...common,
  kind: 'pokemon',
  pokemon_id: 37,
  pokemon_name: 'Vulpix',
  form: 'Alola',
  pokemon_type: 'Ice',
  nature: 'Timid',
  ability: 'Snow Cloak',
  hidden_power: 'Fire',
  level: null,
  is_shiny: true,
  held_item: null,
  hp_iv: 31,
  atk_iv: 0,
  def_iv: 30,
  spatk_iv: 31,
  spdef_iv: 30,
  speed_iv: 31,
};

it('describes what was sold, when and for how much', () => {
  expect(saleTitle(item)).toBe('Master Ball sold for 1,500,000 PD on 12 Mar 2026');
  expect(saleSubject(pokemon)).toBe('Shiny Timid Vulpix (Alola)');
  expect(saleSubject({ ...pokemon, form: 'Normal', is_shiny: false })).toBe('Timid Vulpix');
  expect(saleSubject({ ...pokemon, nature: 'Docile' })).toBe('Shiny Neutral Vulpix (Alola)');
  expect(saleTraits(item)).toBeNull();
  expect(saleTraits(pokemon)).toBe('Ability Snow Cloak, IVs 31/0/30/31/30/31, hidden power Fire.');
});

it.each([
  [{ sales: 0, low: 0, high: 0 }, 'no sales'],
  [{ sales: 1, low: 5000, high: 5000 }, '1 sale, 5,000 PD'],
  [{ sales: 3, low: 5, high: 5 }, '3 sales, all at 5 PD'],
  [{ sales: 1204, low: 400_000, high: 2_100_000 }, '1,204 sales, 400,000 to 2,100,000 PD'],
])('summarizes %j as "%s"', (figures, summary) => {
  expect(salesSummary(figures)).toBe(summary);
});

it.each<[MarketFilters, string, string]>([
  [{}, 'Market History', 'Vulpix'],
  [{ form: 'Alola' }, 'Pokemon, form Alola', 'Vulpix, form Alola'],
  [{ name: 'ulp', nature: 'Timid' }, 'Timid Pokemon with “ulp” in the name', 'Timid Vulpix'],
])('filtered by %j, Market History is titled "%s" and a name page "%s"', (filters, ofMarket, ofName) => {
  expect(marketTitle('pokemon', filters)).toBe(ofMarket);
  expect(nameTitle('pokemon', 'Vulpix', filters)).toBe(ofName);
});
