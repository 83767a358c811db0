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
    .meta(rest('GET', '/admin/sprites', 'List sprites'))
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
    .meta(rest('POST', '/admin/sprites', "Add a sprite of a pokemon's variant"))
    .input(zCreateSprite)
    .output(zSpriteEntry)
    .mutation(({ ctx, input }) => ctx.services.spriteAdmin.create(input)),

  editSprite: adminProcedure
    .meta(rest('PATCH', '/admin/sprites/{id}', 'Change a sprite: its image, pokemon or variant'))
    .input(zEditSprite)
    .output(zSpriteEntry)
    .mutation(({ ctx, input }) => ctx.services.spriteAdmin.edit(input)),

  deleteSprite: adminProcedure
    .meta(rest('DELETE', '/admin/sprites/{id}', 'Delete a sprite'))
    .input(zRef)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.spriteAdmin.remove(input.id);
      return { message: 'The sprite has been deleted.' };
    }),
};
