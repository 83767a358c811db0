import type { z } from 'zod';
import { zAdminSaleList, zMerge, zMergeItems, zMergePreview } from '../../../contract/admin/admin.ts';
import { zSeenSaleQuery } from '../../../contract/review/review.ts';
import { KINDS, type SaleKind } from '../../../contract/sale/kinds.ts';
import {
  zAdminItemEdit,
  zAdminPokemonEdit,
  zItemSale,
  zItemSalePage,
  zPokemonSale,
  zPokemonSalePage,
} from '../../../contract/sale/sale.ts';
import { type Page, zMessage } from '../../../contract/shared/primitives.ts';
import type { Services } from '../../../runtime/services.ts';
import { adminProcedure, rest } from '../../../trpc/procedures.ts';
import { viewerOf } from '../../actor.ts';
import { adminConditions } from '../../market/sale.filter.ts';
import { presentSale, type SaleOfKind } from '../../market/sale.presenter.ts';
import { itemEdit, pokemonEdit } from '../drafts.ts';

async function listSales<Kind extends SaleKind>(
  kind: Kind,
  { saleQueries, scope }: Services,
  { page, limit, sort = 'date_submitted', order = 'desc', ...filter }: z.output<typeof zAdminSaleList>,
): Promise<Page<SaleOfKind[Kind]>> {
  const conditions = adminConditions({ kind, ...filter });
  const found = await saleQueries.pageWhere(conditions, { sort, order }, { page, limit });
  const viewer = viewerOf(scope.actor);
  return { ...found, data: found.data.map((row) => presentSale(kind, row, viewer)) };
}

const removal = (kind: SaleKind) => {
  const about = `Delete ${KINDS[kind].noun} sale; it can be restored`;
  return adminProcedure
    .meta(rest('DELETE', `/admin/${KINDS[kind].path}/{id}`, about))
    .input(zSeenSaleQuery)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.saleAdmin.remove(kind, input);
      return { message: "The sale is deleted. It can be restored from the sale's history." };
    });
};

/** Part of the admin router. */
export const saleAdminProcedures = {
  items: adminProcedure
    .meta(rest('GET', '/admin/items', 'List item sales of any status, newest submissions first'))
    .input(zAdminSaleList)
    .output(zItemSalePage)
    .query(({ ctx, input }) => listSales('item', ctx.services, input)),

  pokemon: adminProcedure
    .meta(rest('GET', '/admin/pokemon', 'List pokemon sales of any status, newest submissions first'))
    .input(zAdminSaleList)
    .output(zPokemonSalePage)
    .query(({ ctx, input }) => listSales('pokemon', ctx.services, input)),

  editItem: adminProcedure
    .meta(rest('PATCH', '/admin/items/{id}', 'Change any field of an item sale, including its status'))
    .input(zAdminItemEdit)
    .output(zItemSale)
    .mutation(({ ctx, input }) => ctx.services.saleAdmin.edit('item', { ...input, change: itemEdit(input) })),

  deleteItem: removal('item'),

  editPokemon: adminProcedure
    .meta(rest('PATCH', '/admin/pokemon/{id}', 'Change any field of a pokemon sale, including its status'))
    .input(zAdminPokemonEdit)
    .output(zPokemonSale)
    .mutation(({ ctx, input }) =>
      ctx.services.saleAdmin.edit('pokemon', { ...input, change: pokemonEdit(input) }),
    ),

  deletePokemon: removal('pokemon'),

  mergePreview: adminProcedure
    .input(zMerge)
    .output(zMergePreview)
    .query(({ ctx, input }) => ctx.services.itemMerge.preview(input)),

  mergeItems: adminProcedure
    .input(zMergeItems)
    .output(zMergePreview)
    .mutation(({ ctx, input: { seen, ...merge } }) => ctx.services.itemMerge.merge(merge, seen)),
};
