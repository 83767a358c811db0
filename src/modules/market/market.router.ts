import {
  zChartInput,
  zFilterAnswer,
  zMarketChart,
  zMarketOverview,
  zMarketSearch,
  zMarketSearchInput,
  zNamePage,
  zNamePageInput,
  zPriceCheckInput,
  zPriceWarnings,
  zSimilar,
  zSimilarTo,
  zSimilarToSale,
} from '../../contract/market/market.ts';
import { zMarketFilter } from '../../contract/market/sale-filter.ts';
import {
  zTraitPairs,
  zTraitPairsInput,
  zTraitWorth,
  zTraitWorthInput,
} from '../../contract/market/trait-worth.ts';
import { zAnySale } from '../../contract/sale/sale.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import { zNothing, zRef } from '../../contract/shared/primitives.ts';
import { openRest, orJsonText, publicProcedure, t } from '../../trpc/procedures.ts';
import { viewerOf } from '../actor.ts';
import { saleChart, visitorChart } from './chart.queries.ts';
import { marketLiveProcedures } from './market-live.router.ts';
import { namePage } from './name-page.queries.ts';
import { notesOn } from './notes.filter.ts';
import { marketOverview } from './overview.queries.ts';
import { filterNow } from './sale.filter.ts';
import { presentAnySale } from './sale.presenter.ts';
import { publicSale } from './sale.queries.ts';
import { searchMarket } from './search.queries.ts';
import { checkPrice } from './similar/comparables.queries.ts';
import { answerTo } from './similar/compared.queries.ts';
import { questionOfFilter } from './similar/question.filter.ts';
import { similarTo, similarToDescribed } from './similar/similar.queries.ts';
import { pairsOfTrait, worthOfTraits } from './traits/trait-worth.queries.ts';

/** What visitors read of the market, beyond the lists of each kind. */
export const marketRouter = t.router({
  chart: publicProcedure
    .input(zChartInput)
    .output(orJsonText(zMarketChart))
    .query(async ({ ctx, input: { days, ...filter } }) => {
      const { market } = ctx.services;
      const asked = await filterNow(market, filter);
      const chart = await (ctx.isVisitorRead ? visitorChart : saleChart)(market, asked, days);
      return { ...chart, ...notesOn(market, filter) };
    }),

  answer: publicProcedure
    .input(zMarketFilter)
    .output(zFilterAnswer)
    .query(async ({ ctx, input }) => {
      const { market } = ctx.services;
      const question = await questionOfFilter(market, await filterNow(market, input));
      return { answer: question && (await answerTo(market, question)), ...notesOn(market, input) };
    }),

  overview: publicProcedure
    .meta(openRest('GET', '/market/overview', 'Get recent counts, most traded names and highest prices'))
    .input(zNothing)
    .output(zMarketOverview)
    .query(({ ctx }) => marketOverview(ctx.services.market)),

  similarToSale: publicProcedure
    .input(zSimilarToSale)
    .output(zSimilar)
    .query(async ({ ctx: { services }, input: { sale_id, ...options } }) =>
      similarTo(services.market, await publicSale(services.market, sale_id), options),
    ),

  similar: publicProcedure
    .input(zSimilarTo)
    .output(zSimilar)
    .query(({ ctx, input }) => similarToDescribed(ctx.services.market, input)),

  priceCheck: publicProcedure
    .input(zPriceCheckInput)
    .output(zPriceWarnings)
    .query(({ ctx, input }) => checkPrice(ctx.services.market, input)),

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

  search: publicProcedure
    .input(zMarketSearchInput)
    .output(zMarketSearch)
    .query(async ({ ctx, input: { text } }) => {
      const today = todayUtc(ctx.scope.clock.now());
      const { found, counted } = await searchMarket(ctx.services.market, text, today);
      if (!counted) ctx.preventCaching?.();
      return found;
    }),

  traitWorth: publicProcedure
    .meta(openRest('GET', '/pokemon/trait-worth/{name}', 'Get what the traits of a pokemon are worth'))
    .input(zTraitWorthInput)
    .output(zTraitWorth)
    .query(({ ctx, input: { name } }) => worthOfTraits(ctx.services.market, name)),

  traitPairs: publicProcedure
    .meta(openRest('GET', '/pokemon/trait-pairs/{name}', 'List the sale pairs behind the worth of a trait'))
    .input(zTraitPairsInput)
    .output(zTraitPairs)
    .query(({ ctx, input }) => pairsOfTrait(ctx.services.market, input)),

  ...marketLiveProcedures,
});
