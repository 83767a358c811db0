import { zNamePage, zNamePageInput } from '../../contract/market/market.ts';
import { zAnySale } from '../../contract/sale/sale.ts';
import { zRef } from '../../contract/shared/primitives.ts';
import { publicProcedure } from '../../trpc/procedures.ts';
import { viewerOf } from '../actor.ts';
import { namePage } from './name-page.queries.ts';
import { presentAnySale } from './sale.presenter.ts';
import { publicSale } from './sale.queries.ts';

export const namePageProcedures = {
  name: publicProcedure
    .input(zNamePageInput)
    .output(zNamePage)
    .query(({ ctx, input }) => namePage(ctx.services, input)),

  sale: publicProcedure
    .input(zRef)
    .output(zAnySale)
    .query(async ({ ctx, input }) =>
      presentAnySale(await publicSale(ctx.services.market, input.id), viewerOf(ctx.actor)),
    ),
};
