import type { z } from 'zod';
import { zAdminSaleList } from '../../contract/admin/admin.ts';
import { zSaleRef } from '../../contract/review/review.ts';
import type { SaleStatus } from '../../contract/sale/sale.ts';
import { zMessage } from '../../contract/shared/primitives.ts';
import { adminProcedure, rest } from '../../trpc/procedures.ts';
import { viewerOf } from '../actor.ts';
import { presentSale } from '../market/sale.presenter.ts';
import type { SaleChange } from './sale-draft.ts';
import { SALE_KIND_API, type SaleKindApi } from './sale-kinds.ts';

/** The part of an admin's edit that is the same for both kinds. */
interface EditMeta {
  id: number;
  version?: number;
  status?: SaleStatus;
  review_notes?: string | null;
}

/** The admin procedures for sales of one kind; input and output are typed by hand as in `saleProcedures`. */
function adminSaleProcedures<const Kind extends SaleKindApi>(kind: Kind) {
  const { path, label } = kind;
  const about = (text: string) => `${text} (${label.toLowerCase()})`;
  const change = kind.change as (input: unknown) => SaleChange;
  type Shape<Key extends keyof Kind> = Kind[Key] extends z.ZodType ? Kind[Key] : never;

  return {
    list: adminProcedure
      .meta(rest('GET', `/admin/${path}`, about('Sales of any status, newest submissions first')))
      .input(zAdminSaleList)
      .output(kind.page as Shape<'page'>)
      .query(async ({ ctx, input }) => {
        const { page, limit, sort = 'date_submitted', order = 'desc', ...filter } = input;
        const { saleAdmin } = ctx.services;
        const found = await saleAdmin.list({ kind: kind.kind, ...filter }, { sort, order }, { page, limit });
        const viewer = viewerOf(ctx.actor);
        return { ...found, data: found.data.map((row) => presentSale(row, viewer)) } as never;
      }),

    edit: adminProcedure
      .meta(rest('PATCH', `/admin/${path}/{id}`, about('Change any field of a sale, including its status')))
      .input(kind.adminEdit as Shape<'adminEdit'>)
      .output(kind.sale as Shape<'sale'>)
      .mutation(async ({ ctx, input }) => {
        const { id, version, status, review_notes } = input as EditMeta;
        const edit = { id, version, status, review_notes, change: change(input) };
        return (await ctx.services.saleAdmin.edit(kind.kind, edit)) as never;
      }),

    remove: adminProcedure
      .meta(rest('DELETE', `/admin/${path}/{id}`, about('Delete a sale; it can be restored')))
      .input(zSaleRef)
      .output(zMessage)
      .mutation(async ({ ctx, input }) => {
        await ctx.services.saleAdmin.remove(kind.kind, input);
        return { message: "The sale is deleted. It can be restored from the sale's history." };
      }),
  };
}

const items = adminSaleProcedures(SALE_KIND_API.item);
const pokemon = adminSaleProcedures(SALE_KIND_API.pokemon);

/** Part of the admin router. */
export const saleAdminProcedures = {
  items: items.list,
  pokemon: pokemon.list,
  editItem: items.edit,
  deleteItem: items.remove,
  editPokemon: pokemon.edit,
  deletePokemon: pokemon.remove,
};
