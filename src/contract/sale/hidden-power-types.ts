/** The 16 hidden power types in the order of the formula's index (docs/product.md "Validation"). */
export const HIDDEN_POWER_TYPES = [
  'Fighting',
  'Flying',
  'Poison',
  'Ground',
  'Rock',
  'Bug',
  'Ghost',
  'Steel',
  'Fire',
  'Water',
  'Grass',
  'Electric',
  'Psychic',
  'Ice',
  'Dragon',
  'Dark',
] as const;
export type HiddenPowerType = (typeof HIDDEN_POWER_TYPES)[number];
