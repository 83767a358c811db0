import {
  zTraitPairs,
  zTraitPairsInput,
  zTraitWorth,
  zTraitWorthInput,
} from '../../../contract/market/trait-worth.ts';
import { openRest, publicProcedure } from '../../../trpc/procedures.ts';
import { pairsOfTrait, worthOfTraits } from './trait-worth.queries.ts';

export const traitWorthProcedures = {
  traitWorth: publicProcedure
    .meta(openRest('GET', '/pokemon/trait-worth/{name}', 'What the traits of a pokemon are worth'))
    .input(zTraitWorthInput)
    .output(zTraitWorth)
    .query(({ ctx, input: { name } }) => worthOfTraits(ctx.services.market, name)),

  traitPairs: publicProcedure
    .meta(openRest('GET', '/pokemon/trait-pairs/{name}', 'The pairs of sales behind the worth of a trait'))
    .input(zTraitPairsInput)
    .output(zTraitPairs)
    .query(({ ctx, input }) => pairsOfTrait(ctx.services.market, input)),
};
