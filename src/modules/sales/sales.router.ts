import { can } from '../../contract/accounts/roles.ts';
import { type Chart, zItemAnswer, zPokemonAnswer } from '../../contract/market/market.ts';
import type { FilterNotes, SaleQuery } from '../../contract/market/sale-filter.ts';
import { zSprite, zSpriteInput } from '../../contract/sale/catalogue.ts';
import { KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import {
  zAutocomplete,
  zDecision,
  zItemAnswerInput,
  zItemEdit,
  zItemHistory,
  zItemList,
  zItemMatches,
  zItemPriceHistory,
  zItemSale,
  zItemSubmitInput,
  zNameSuggestions,
  zPokemonAnswerInput,
  zPokemonEdit,
  zPokemonHistory,
  zPokemonList,
  zPokemonMatches,
  zPokemonPriceHistory,
  zPokemonSale,
  zPokemonSubmitInput,
  zSubmitted,
} from '../../contract/sale/sale.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { Page } from '../../contract/shared/primitives.ts';
import type { SortOrder } from '../../contract/shared/sort-orders.ts';
import type { WithText } from '../../lib/json-text.ts';
import type { Services } from '../../runtime/services.ts';
import type { CallContext } from '../../trpc/context.ts';
import {
  checkerProcedure,
  openRest,
  orJsonText,
  publicProcedure,
  requireRole,
  rest,
  syncParse,
  t,
  userProcedure,
} from '../../trpc/procedures.ts';
import { viewerOf } from '../actor.ts';
import { saleChart, visitorChart } from '../market/chart.queries.ts';
import { notesOn } from '../market/notes.filter.ts';
import { filterNow, type SaleFilter } from '../market/sale.filter.ts';
import { presentSale, type SaleOfKind } from '../market/sale.presenter.ts';
import type { SaleSort } from '../market/sale.queries.ts';
import { answerTo } from '../market/similar/compared.queries.ts';
import { questionOfName } from '../market/similar/question.filter.ts';
import type { PageRequest } from '../paging.ts';
import { itemDraft, itemEdit, pokemonDraft, pokemonEdit } from './drafts.ts';

type Caller = Pick<CallContext, 'isVisitorRead'> & { services: Services };

/** A filter whose query does not know the day yet. */
type UndatedFilter = Omit<SaleFilter, 'query'> & { query?: SaleQuery | undefined };

interface ListRequest extends UndatedFilter, PageRequest {
  sort?: SaleSort | undefined;
  order?: SortOrder | undefined;
}

/** One page of the sales of a kind, newest first. Only reviewers may list statuses other than approved. */
async function listSales<Kind extends SaleKind>(
  kind: Kind,
  { services, isVisitorRead }: Caller,
  { page, limit, sort = 'date_sold', order = 'desc', ...filter }: ListRequest,
): Promise<WithText<Page<SaleOfKind[Kind]>> & FilterNotes> {
  const { actor } = services.scope;
  const viewer = viewerOf(actor);
  const hidden = filter.status !== undefined && filter.status !== 'approved';
  if (hidden && !can(viewer, 'sale.listAnyStatus')) requireRole(actor, 'checker');
  const asked = await filterNow(services.market, { ...filter, kind });
  const { saleQueries } = services;
  const notes = notesOn(services.market, filter);
  if (isVisitorRead)
    return { ...(await saleQueries.visitorPage(kind, asked, { sort, order }, { page, limit })), ...notes };
  const found = await saleQueries.page(viewer, asked, { sort, order }, { page, limit });
  return { ...found, data: found.data.map((row) => presentSale(kind, row, viewer)), ...notes };
}

type NamedFilter = UndatedFilter & { name: string };

/** The filter of the sales of one whole name. */
const filterOfName = (market: Services['market'], kind: SaleKind, filter: NamedFilter) =>
  filterNow(market, { ...filter, kind, exact: true });

/**
 * The points of one name, in its known spelling. The output schema leaves out the fields of a single sale that only the chart
 * of the site shows.
 */
async function historyOf(
  kind: SaleKind,
  { services, isVisitorRead }: Caller,
  { days, ...filter }: NamedFilter & { days?: number | undefined },
): Promise<WithText<Pick<Chart, 'data' | 'total_records'>> & { name: string } & FilterNotes> {
  const { market } = services;
  const asked = await filterOfName(market, kind, filter);
  const known = (await market.names.of(kind)).byName(filter.name);
  const { data, total_records } = await (isVisitorRead ? visitorChart : saleChart)(market, asked, days);
  return { name: known?.name ?? filter.name, data, total_records, ...notesOn(market, filter) };
}

/** What a name with these traits sold for: figures of the exact matches, and of similar sales. */
async function answerOf(kind: SaleKind, { market }: Services, filter: NamedFilter) {
  const answer = await answerTo(
    market,
    await questionOfName(market, await filterOfName(market, kind, filter)),
  );
  return { ...answer, ...notesOn(market, filter) };
}

const autocomplete = (kind: SaleKind) => {
  const { path, label } = KINDS[kind];
  const about = `Suggest names of ${label.toLowerCase()} for a search text`;
  return publicProcedure
    .meta(openRest('GET', `/${path}/search/autocomplete`, about))
    .input(syncParse(zAutocomplete))
    .output(syncParse(zNameSuggestions))
    .query(async ({ ctx, input: { query, limit = LIMITS.autocomplete.default } }) => {
      const { data, counted } = await ctx.services.market.names.suggest(kind, query, limit);
      if (!counted) ctx.preventCaching?.();
      return { data };
    });
};

export const itemsRouter = t.router({
  submit: userProcedure
    .meta({
      ...rest('POST', '/items/submit', 'Submit an item sale'),
      headers: { 'Idempotency-Key': 'optional' },
    })
    .input(zItemSubmitInput)
    .output(zSubmitted)
    .mutation(({ ctx, input }) => ctx.services.sales.submit(itemDraft(input), ctx.idempotencyKey)),

  list: publicProcedure
    .meta(openRest('GET', '/items', 'List item sales, newest first'))
    .input(syncParse(zItemList))
    .output(orJsonText(zItemMatches))
    .query(({ ctx, input: { item_name, sort, ...input } }) =>
      listSales('item', ctx, {
        ...input,
        name: item_name,
        sort: sort === 'item_name' ? 'name' : sort,
      }),
    ),

  autocomplete: autocomplete('item'),

  answer: publicProcedure
    .meta(openRest('GET', '/items/answer/{name}', 'Get what an item sold for'))
    .input(syncParse(zItemAnswerInput))
    .output(zItemAnswer)
    .query(({ ctx, input }) => answerOf('item', ctx.services, input)),

  priceHistory: publicProcedure
    .meta(openRest('GET', '/items/price-history/{name}', 'Get the prices of an item over time'))
    .input(syncParse(zItemPriceHistory))
    .output(orJsonText(zItemHistory))
    .query(async ({ ctx, input }) => {
      const { name, ...history } = await historyOf('item', ctx, input);
      return { item_name: name, ...history };
    }),

  setStatus: checkerProcedure
    .meta(rest('PATCH', '/items/{id}/status', 'Approve or reject a pending item sale (reviewers)'))
    .input(zDecision)
    .output(zItemSale)
    .mutation(({ ctx, input }) => ctx.services.sales.decide('item', input)),

  edit: checkerProcedure
    .meta(rest('PATCH', '/items/{id}', 'Correct a pending item sale (reviewers)'))
    .input(zItemEdit)
    .output(zItemSale)
    .mutation(({ ctx, input }) => ctx.services.sales.edit('item', input.id, itemEdit(input), input.version)),
});

export const pokemonRouter = t.router({
  submit: userProcedure
    .meta({
      ...rest('POST', '/pokemon/submit', 'Submit a pokemon sale'),
      headers: { 'Idempotency-Key': 'optional' },
    })
    .input(zPokemonSubmitInput)
    .output(zSubmitted)
    .mutation(({ ctx, input }) => ctx.services.sales.submit(pokemonDraft(input), ctx.idempotencyKey)),

  list: publicProcedure
    .meta(openRest('GET', '/pokemon', 'List pokemon sales, newest first'))
    .input(syncParse(zPokemonList))
    .output(orJsonText(zPokemonMatches))
    .query(({ ctx, input: { pokemon_name, sort, ...input } }) =>
      listSales('pokemon', ctx, {
        ...input,
        name: pokemon_name,
        sort: sort === 'pokemon_name' ? 'name' : sort,
      }),
    ),

  autocomplete: autocomplete('pokemon'),

  answer: publicProcedure
    .meta(openRest('GET', '/pokemon/answer/{name}', 'Get what a pokemon sold for'))
    .input(syncParse(zPokemonAnswerInput))
    .output(zPokemonAnswer)
    .query(({ ctx, input }) => answerOf('pokemon', ctx.services, input)),

  priceHistory: publicProcedure
    .meta(openRest('GET', '/pokemon/price-history/{name}', 'Get the prices of a pokemon over time'))
    .input(syncParse(zPokemonPriceHistory))
    .output(orJsonText(zPokemonHistory))
    .query(async ({ ctx, input }) => {
      const { name, ...history } = await historyOf('pokemon', ctx, input);
      return { pokemon_name: name, ...history };
    }),

  setStatus: checkerProcedure
    .meta(rest('PATCH', '/pokemon/{id}/status', 'Approve or reject a pending pokemon sale (reviewers)'))
    .input(zDecision)
    .output(zPokemonSale)
    .mutation(({ ctx, input }) => ctx.services.sales.decide('pokemon', input)),

  edit: checkerProcedure
    .meta(rest('PATCH', '/pokemon/{id}', 'Correct a pending pokemon sale (reviewers)'))
    .input(zPokemonEdit)
    .output(zPokemonSale)
    .mutation(({ ctx, input }) =>
      ctx.services.sales.edit('pokemon', input.id, pokemonEdit(input), input.version),
    ),

  sprite: publicProcedure
    .meta(openRest('GET', '/pokemon/sprite/{pokemon_id}/{form}', 'Get the sprite of a form'))
    .input(zSpriteInput)
    .output(zSprite)
    .query(({ ctx, input }) => ctx.services.sprites.find(input.pokemon_id, input.form)),
});
