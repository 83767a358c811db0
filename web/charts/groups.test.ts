import { describe, expect, it } from 'vitest';
import type { ChartPoint } from '../../src/contract/market/market.ts';
import { groupsOf } from './groups.ts';
import { LOOKS, OTHER_LOOK, PLAIN_LOOK } from './marker-styles.ts';

const sale = (traits: Partial<ChartPoint>): ChartPoint => ({
  date: '2026-01-01',
  price: 1,
  low: 1,
  high: 1,
  volume: 1,
  sale_id: 1,
  nature: 'Jolly',
  perfect_ivs: 3,
  is_shiny: false,
  ...traits,
});
const natures = (...names: string[]) => names.map((nature) => sale({ nature }));

describe('natures', () => {
  it('are ordered by sales, the five neutral ones as one', () => {
    const sales = natures('Bold', 'Jolly', 'Hardy', 'Jolly', 'Serious', 'Quirky');
    expect(groupsOf(sales, sales, 'nature').groups.map(({ label, many }) => [label, many])).toEqual([
      ['Neutral natures', 3],
      ['Jolly', 2],
      ['Bold', 1],
    ]);
  });
  it('share one style beyond the sixth', () => {
    const sales = natures('Bold', 'Calm', 'Jolly', 'Lax', 'Mild', 'Naive', 'Rash', 'Sassy');
    const { groups, lookOf } = groupsOf(sales, sales, 'nature');
    expect(groups.map(({ label }) => label).slice(-2)).toEqual(['Naive', 'Other natures']);
    expect(groups.at(-1)).toMatchObject({ look: OTHER_LOOK, many: 2 });
    expect(lookOf(sale({ nature: 'Sassy' }))).toBe(OTHER_LOOK);
  });
  it('keep their style and count when fewer are visible', () => {
    const sales = natures('Jolly', 'Jolly', 'Bold');
    const { groups, lookOf } = groupsOf(sales, sales.slice(2), 'nature');
    expect(groups).toEqual([
      { label: 'Jolly', look: LOOKS[0], many: 0 },
      { label: 'Bold', look: LOOKS[1], many: 1 },
    ]);
    expect(lookOf(sale({ nature: 'Bold' }))).toBe(LOOKS[1]);
  });
});

it('orders perfect IVs from most to fewest', () => {
  const sales = [0, 6, 2, 4].map((perfect_ivs) => sale({ perfect_ivs }));
  expect(groupsOf(sales, sales, 'perfect_ivs').groups.map(({ label, many }) => [label, many])).toEqual([
    ['6 × 31', 1],
    ['4 × 31', 1],
    ['2 × 31 or fewer', 2],
  ]);
});

it('has two groups by shininess', () => {
  const sales = [sale({}), sale({ is_shiny: true })];
  expect(groupsOf(sales, sales, 'shiny').groups.map(({ label }) => label)).toEqual(['Not shiny', 'Shiny']);
});

it('leaves points without traits plain', () => {
  const day: ChartPoint = { date: '2026-01-01', price: 1, low: 1, high: 2, volume: 2 };
  expect(groupsOf([day], [day], 'nature').groups).toEqual([]);
  expect(groupsOf([day], [day], 'nature').lookOf(day)).toBe(PLAIN_LOOK);
  expect(groupsOf([sale({})], [sale({})], 'none').groups).toEqual([]);
});

it('gives every style its own shape and colour', () => {
  const looks = [...LOOKS, OTHER_LOOK];
  expect(new Set(looks.map(({ shape }) => shape)).size).toBe(looks.length);
  expect(new Set(looks.map(({ className }) => className)).size).toBe(looks.length);
});
