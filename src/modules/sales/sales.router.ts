import type { z } from 'zod';
import { can } from '../../contract/accounts/roles.ts';
import { zSprite, zSpriteInput } from '../../contract/sale/catalogue.ts';
import {
  zAutocomplete,
  zDecision,
  type zItemPriceHistory,
  type zPokemonPriceHistory,
  zSubmitted,
  zSuggestions,
} from '../../contract/sale/sale.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import {
  checkerProcedure,
  openRest,
  publicProcedure,
  requireRole,
  rest,
  syncParse,
  t,
  userProcedure,
} from '../../trpc/procedures.ts';
import { type Actor, viewerOf } from '../actor.ts';
import { priceHistory } from '../market/price-history.queries.ts';
import { presentSale } from '../market/sale.presenter.ts';
import { dated } from '../market/sale-query.filter.ts';
import type { SaleChange, SaleDraft } from './sale-draft.ts';
import { type ListRequest, SALE_KIND_API, type SaleKindApi } from './sale-kinds.ts';

/** Only reviewers may list statuses other than approved (docs/api.md "Who sees what"). */
function requireListRole(actor: Actor, { filter }: ListRequest): void {
  const hidden = filter.status !== undefined && filter.status !== 'approved';
  if (hidden && !can(viewerOf(actor), 'sale.listAnyStatus')) requireRole(actor, 'checker');
}

/**
 * The procedures for sales of one kind. TypeScript cannot infer the kind's schemas through the builder, so the handlers
 * type input and output by hand; the schemas validate both at run time.
 */
function saleProcedures<const Kind extends SaleKindApi>(kind: Kind) {
  const { path, label } = kind;
  const about = (text: string) => `${text} (${label.toLowerCase()})`;
  const draft = kind.draft as (input: unknown) => SaleDraft;
  const change = kind.change as (input: unknown) => SaleChange;
  type Shape<Key extends keyof Kind> = Kind[Key] extends z.ZodType ? Kind[Key] : never;
  const shape = <Key extends keyof Kind>(key: Key) => kind[key] as Shape<Key>;

  return {
    submit: userProcedure
      .meta(rest('POST', `/${path}/submit`, about('Submit a sale')))
      .input(shape('submission'))
      .output(zSubmitted)
      .mutation(({ ctx, input }) => ctx.services.sales.submit(draft(input), ctx.idempotencyKey)),

    list: publicProcedure
      .meta(openRest('GET', `/${path}`, about('Sales, newest first')))
      .input(syncParse(shape('list')))
      .output(syncParse(shape('page')))
      .query(async ({ ctx, input }) => {
        const request = kind.listRequest(input as never, todayUtc(ctx.scope.clock.now()));
        requireListRole(ctx.actor, request);
        const viewer = viewerOf(ctx.actor);
        const filter = { ...request.filter, kind: kind.kind };
        const found = await ctx.services.saleQueries.page(viewer, filter, request.order, request.page);
        return { ...found, data: found.data.map((row) => presentSale(row, viewer)) } as never;
      }),

    autocomplete: publicProcedure
      .meta(openRest('GET', `/${path}/search/autocomplete`, about('Name suggestions for a search text')))
      .input(syncParse(zAutocomplete))
      .output(syncParse(zSuggestions))
      .query(async ({ ctx, input }) => {
        const { query, limit = LIMITS.autocomplete.default } = input;
        const { data, counted } = await ctx.services.market.names.suggest(kind.kind, query, limit);
        if (!counted) ctx.passing?.();
        return { data };
      }),

    priceHistory: publicProcedure
      .meta(openRest('GET', `/${path}/price-history/{name}`, about('Prices over time')))
      .input(syncParse(shape('history')))
      .output(syncParse(shape('historyAnswer')))
      .query(async ({ ctx, input }) => {
        const { name, days, ...rest } = input as z.output<
          typeof zItemPriceHistory | typeof zPokemonPriceHistory
        >;
        const filter = { ...dated(rest, todayUtc(ctx.scope.clock.now())), kind: kind.kind, name };
        const history = await priceHistory(ctx.services.market, filter, days);
        return { [kind.nameField]: name, ...history } as never;
      }),

    setStatus: checkerProcedure
      .meta(rest('PATCH', `/${path}/{id}/status`, about('Approve or reject a pending sale')))
      .input(zDecision)
      .output(shape('sale'))
      .mutation(async ({ ctx, input }) => (await ctx.services.sales.decide(kind.kind, input)) as never),

    edit: checkerProcedure
      .meta(rest('PATCH', `/${path}/{id}`, about('Change a pending sale')))
      .input(shape('edit'))
      .output(shape('sale'))
      .mutation(async ({ ctx, input }) => {
        const { id, version } = input as { id: number; version?: number };
        return (await ctx.services.sales.edit(kind.kind, id, change(input), version)) as never;
      }),
  };
}

export const itemsRouter = t.router(saleProcedures(SALE_KIND_API.item));

export const pokemonRouter = t.router({
  ...saleProcedures(SALE_KIND_API.pokemon),

  sprite: publicProcedure
    .meta(openRest('GET', '/pokemon/sprite/{pokemon_id}/{form}', 'Picture of a form'))
    .input(zSpriteInput)
    .output(zSprite)
    .query(({ ctx, input }) => ctx.services.sprites.find(input.pokemon_id, input.form)),
});
