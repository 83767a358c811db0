import {
  zCreateSprite,
  zEditSprite,
  zSpriteEntry,
  zSpriteForm,
  zSpriteList,
  zSpritePage,
} from '../../contract/admin/admin.ts';
import { zMessage, zRef } from '../../contract/shared/primitives.ts';
import { adminProcedure, rest } from '../../trpc/procedures.ts';

/** Part of the admin router. */
export const spriteProcedures = {
  sprites: adminProcedure
    .meta(rest('GET', '/admin/sprites', 'List pictures of pokemon'))
    .input(zSpriteList)
    .output(zSpritePage)
    .query(({ ctx, input: { search, page, limit } }) =>
      ctx.services.spriteAdmin.list(search, { page, limit }),
    ),

  spriteForm: adminProcedure
    .input(zRef)
    .output(zSpriteForm)
    .query(({ ctx, input }) => ctx.services.spriteAdmin.formOf(input.id)),

  createSprite: adminProcedure
    .meta(rest('POST', '/admin/sprites', "Add a picture of a pokemon's variant"))
    .input(zCreateSprite)
    .output(zSpriteEntry)
    .mutation(({ ctx, input }) => ctx.services.spriteAdmin.create(input)),

  editSprite: adminProcedure
    .meta(rest('PATCH', '/admin/sprites/{id}', 'Change a picture, or the pokemon and variant that it shows'))
    .input(zEditSprite)
    .output(zSpriteEntry)
    .mutation(({ ctx, input }) => ctx.services.spriteAdmin.edit(input)),

  deleteSprite: adminProcedure
    .meta(rest('DELETE', '/admin/sprites/{id}', 'Delete a picture'))
    .input(zRef)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.spriteAdmin.remove(input.id);
      return { message: 'The sprite has been deleted.' };
    }),
};
