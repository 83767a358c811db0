import { z } from 'zod';
import { zId, zName, zSearch } from '../shared/primitives.ts';

export const zAbilities = z.object({
  data: z.array(z.object({ ability_id: z.number(), ability_name: z.string() })),
});

/** The forms of a pokemon for submissions, each with its type and its possible abilities. */
export const zSpeciesOptionsInput = z.strictObject({ pokemon_name: zSearch('pokemon_name') });
export const zSpeciesOptions = z.object({
  pokemon_id: z.number(),
  pokemon_name: z.string(),
  forms: z.array(z.object({ form: z.string(), type: z.string(), abilities: z.array(z.string()) })),
});
export type SpeciesOptions = z.infer<typeof zSpeciesOptions>;

export const zSpriteInput = z.strictObject({ pokemon_id: zId('pokemon_id'), form: zName('form') });
export const zSprite = z.object({ imgur_url: z.string(), variant: z.string() });
