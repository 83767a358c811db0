import type { SpriteEntry } from '../../../../src/contract/admin.ts';

/** Which picture it is: `the Shiny sprite of Garchomp`. */
export const spriteName = ({ pokemon_name, variant }: SpriteEntry): string =>
  `the ${variant} sprite of ${pokemon_name}`;
