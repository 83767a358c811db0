import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { zId, zName, zSearch } from '../shared/primitives.ts';

export const zAbilities = z.object({
  data: z.array(z.object({ ability_id: z.number(), ability_name: z.string() })),
});

/** A form of a pokemon with its type and its possible abilities, of which the hidden one is null without one. */
export const zFormOption = z.object({
  form: z.string(),
  type: z.string(),
  abilities: z.array(z.string()),
  hidden_ability: z.string().nullable(),
});

/** The forms of a pokemon for submissions. */
export const zSpeciesOptionsInput = z.strictObject({ pokemon_name: zSearch('pokemon_name') });
export const zSpeciesOptions = z.object({
  pokemon_id: z.number(),
  pokemon_name: z.string(),
  forms: z.array(zFormOption),
});
export type FormOption = z.infer<typeof zFormOption>;
export type SpeciesOptions = z.infer<typeof zSpeciesOptions>;

/**
 * Pokemon as written in texts: alternatives such as `Rotom-Wash`, the most probable first, and an ability. Of the same
 * pokemon without a form and with one of its forms, the latter is read.
 */
export const zIdentifyInput = z.strictObject({
  pokemon: z
    .array(
      z.strictObject({
        names: z.array(zName('Pokemon name')).min(1).max(6),
        ability: zName('Ability').optional(),
      }),
    )
    .min(1)
    .max(LIMITS.paste.sets),
});
export type IdentifyInput = z.infer<typeof zIdentifyInput>;

/** Each pokemon in the catalogue's spelling. */
export const zIdentified = z.object({
  data: z.array(
    z.object({
      /** The index of the alternative that names a pokemon; null when none does. */
      named: z.number().nullable(),
      pokemon_name: z.string().nullable(),
      /** The most similar name, when none of the alternatives names a pokemon. */
      suggestion: z.string().nullable(),
      /** The item that has one of these names, when none of them names a pokemon. */
      item: z.string().optional(),
      /** Null when the species does not have it. */
      form: z.string().nullable(),
      /** The type of the form, or else of the species. */
      type: z.string().nullable(),
      /** Whether the species has other forms. */
      has_forms: z.boolean(),
      /** Null when it was not given, or the pokemon cannot have it. */
      ability: z.string().nullable(),
      /** What is not in the catalogue, by field. */
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
});
export type Identified = z.infer<typeof zIdentified>['data'][number];

export const zSpriteInput = z.strictObject({ pokemon_id: zId('pokemon_id'), form: zName('form') });
export const zSprite = z.object({ imgur_url: z.string(), variant: z.string() });
