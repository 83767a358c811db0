import { describe, expect, it } from 'vitest';
import type { AnySale, PokemonSale } from '../../../src/contract/sale/sale.ts';
import { daysBefore, todayUtc } from '../../../src/contract/shared/dates.ts';
import {
  type Compared,
  comparedOf,
  differenceLabel,
  knownTraits,
  matchLabel,
  priceDifference,
} from './similar-labels.ts';

const garchomp: PokemonSale = {
  sale_id: 1,
  pokemon_id: 445,
  pokemon_name: 'Garchomp',
  form: 'Normal',
  pokemon_type: 'Dragon',
  price: 1_000_000,
  date_sold: '2026-03-12',
  proof_url: null,
  image_url: null,
  status: 'approved',
  submitted_by: 1,
  submitted_by_username: 'ash_k',
  date_submitted: '2026-03-12T10:00:00.000Z',
  approved_by: null,
  review_notes: null,
  version: 2,
  nature: 'Adamant',
  ability: 'Rough Skin',
  hidden_power: 'Electric',
  level: null,
  is_shiny: false,
  held_item: null,
  hp_iv: 31,
  atk_iv: 31,
  def_iv: 31,
  spatk_iv: 4,
  spdef_iv: 31,
  speed_iv: 31,
};

const sale = (more: Partial<PokemonSale> = {}): AnySale => ({ kind: 'pokemon', ...garchomp, ...more });
const stored = comparedOf(sale());
const described: Compared = {
  kind: 'pokemon',
  price: null,
  dateSold: null,
  spread: { hp: 31, atk: null },
  minPerfectIvs: null,
  nature: 'Adamant',
  ability: '',
  form: '',
  shiny: null,
};

describe('a difference', () => {
  it.each<[Parameters<typeof differenceLabel>[0], Partial<PokemonSale>, string]>([
    ['ivs', { speed_iv: 30 }, '1 fewer perfect IV'],
    ['ivs', { speed_iv: 30, hp_iv: 0 }, '2 fewer perfect IVs'],
    ['ivs', { spatk_iv: 31 }, '1 more perfect IV'],
    ['ivs', { spatk_iv: 9 }, 'SpA 9'],
    ['ivs', { spatk_iv: 31, hp_iv: 30 }, 'HP 30, SpA 31'],
    ['nature', { nature: 'Jolly' }, 'Jolly, not Adamant'],
    ['nature', { nature: 'Docile' }, 'Neutral (Docile), not Adamant'],
    ['ability', { ability: 'Sand Veil' }, 'Sand Veil, not Rough Skin'],
    ['form', { form: 'Alola' }, 'Alola, not Normal'],
    ['shiny', { is_shiny: true }, 'Shiny'],
    ['time', { date_sold: '2026-03-13' }, '1 day later'],
    ['time', { date_sold: '2025-09-12' }, '6 months earlier'],
    ['time', { date_sold: '2023-03-12' }, '3 years earlier'],
  ])('in %s, %j, is "%s"', (trait, more, label) => {
    expect(differenceLabel(trait, sale(more), stored)).toBe(label);
  });

  it('in many IVs does not name them', () => {
    const low = comparedOf(sale({ hp_iv: 1, atk_iv: 2, def_iv: 3, spatk_iv: 4, spdef_iv: 5, speed_iv: 6 }));
    const other = sale({ hp_iv: 2, atk_iv: 3, def_iv: 4, spatk_iv: 5, spdef_iv: 6, speed_iv: 7 });
    expect(differenceLabel('ivs', other, low)).toBe('Other IVs');
  });

  it('ignores unknown IVs', () => {
    expect(differenceLabel('ivs', sale({ hp_iv: 3, atk_iv: 0, speed_iv: 0 }), described)).toBe(
      '1 fewer perfect IV',
    );
  });

  it('counts the perfect IVs that are missing, whichever they are', () => {
    const fiveAsked = { ...described, spread: {}, minPerfectIvs: 5 };
    expect(knownTraits(fiveAsked)).toContain('ivs');
    expect(differenceLabel('ivs', sale({ hp_iv: 3 }), fiveAsked)).toBe('1 fewer perfect IV');
  });

  it('in time is counted from today without a date', () => {
    const yearAgo = sale({ date_sold: daysBefore(todayUtc(), 365) });
    expect(differenceLabel('time', yearAgo, described)).toBe('12 months ago');
  });
});

describe('no difference', () => {
  it.each<[Compared, string | null]>([
    [stored, 'Same IVs, nature, ability and form'],
    [described, 'As described'],
    [{ ...described, nature: '', spread: {} }, null],
    [{ ...described, kind: 'item', nature: '', spread: {} }, 'In the last 90 days'],
    [{ ...described, kind: 'item', dateSold: '2026-03-12' }, 'Within 90 days of it'],
  ])('%#', (like, label) => {
    expect(matchLabel(like, sale({ level: 50, held_item: 'Leftovers' }))).toBe(label);
  });
});

it('says what is the same when other traits are left out', () => {
  expect(matchLabel(stored, sale({ nature: 'Jolly', hp_iv: 0 }))).toBe('Same ability and form');
});

it('compares by what is known', () => {
  expect(knownTraits(stored)).toEqual(['ivs', 'nature', 'ability', 'form', 'shiny', 'time']);
  expect(knownTraits(described)).toEqual(['ivs', 'nature', 'time']);
});

it.each([
  [100, 100, 'Same price'],
  [143, 100, '43% more'],
  [20, 100, '80% less'],
  [1, 1_000_000, '99% less'],
  [1005, 1000, 'Under 1% more'],
  [200, 100, 'Twice as much'],
  [320, 100, '3.2 times as much'],
  [900, 100, '9 times as much'],
  [123_456, 10, '12,346 times as much'],
])('%i compared with %i is "%s"', (price, than, label) => {
  expect(priceDifference(price, than)).toBe(label);
});
