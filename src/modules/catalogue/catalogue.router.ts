import {
  zAbilities,
  zIdentified,
  zIdentifyInput,
  zSpeciesOptions,
  zSpeciesOptionsInput,
} from '../../contract/sale/catalogue.ts';
import { zNothing } from '../../contract/shared/primitives.ts';
import { invalidInput } from '../../lib/errors.ts';
import { openRest, publicProcedure, t } from '../../trpc/procedures.ts';
import { identify, resolveSpecies, speciesOptions } from './pokemon.resolver.ts';

export const abilitiesRouter = t.router({
  list: publicProcedure
    .meta(openRest('GET', '/abilities', 'List all abilities'))
    .input(zNothing)
    .output(zAbilities)
    .query(async ({ ctx: { services } }) => {
      const newest = await services.settings.generation();
      const offered = services.market.catalogueSource.abilities.filter(
        ({ generation }) => generation <= newest,
      );
      return { data: offered.map(({ id, name }) => ({ ability_id: id, ability_name: name })) };
    }),
});

export const catalogueRouter = t.router({
  speciesOptions: publicProcedure
    .input(zSpeciesOptionsInput)
    .output(zSpeciesOptions)
    .query(async ({ ctx: { services }, input }) => {
      const generation = await services.settings.generation();
      const species = resolveSpecies(services.market.catalogueSource, input.pokemon_name, generation);
      if (!species.ok) throw invalidInput(species.errors);
      const extraForms = await services.sprites.variants(species.value.id);
      return speciesOptions(species.value, { generation, extraForms });
    }),

  identify: publicProcedure
    .input(zIdentifyInput)
    .output(zIdentified)
    .query(async ({ ctx: { services }, input }) => ({ data: await identify(services, input.pokemon) })),
});
