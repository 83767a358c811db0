import type { SpriteEntry } from '../../../../src/contract/admin/admin.ts';
import { trpc } from '../../../lib/server/trpc.ts';

/** The fields of a sprite that a form sends. */
export type SpriteFields = Omit<SpriteEntry, 'id'>;

/** What an admin can do with sprites. Each reloads what shows them, and throws the server's error. */
export function useSpriteActions() {
  const utils = trpc.useUtils();
  const create = trpc.admin.createSprite.useMutation();
  const edit = trpc.admin.editSprite.useMutation();
  const remove = trpc.admin.deleteSprite.useMutation();

  async function withInvalidation<T>(change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      for (const router of [utils.admin, utils.pokemon, utils.reviews]) void router.invalidate();
    }
  }

  return {
    create: (fields: SpriteFields) => withInvalidation(create.mutateAsync(fields)),
    edit: (id: number, fields: SpriteFields) => withInvalidation(edit.mutateAsync({ ...fields, id })),
    delete: ({ id }: SpriteEntry) => withInvalidation(remove.mutateAsync({ id })),
  };
}
