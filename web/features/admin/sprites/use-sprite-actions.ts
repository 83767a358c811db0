import type { SpriteEntry } from '../../../../src/contract/admin.ts';
import { trpc } from '../../../lib/trpc.ts';

/** A picture as a form sends it. */
export type SpriteFields = Omit<SpriteEntry, 'id'>;

/** What an admin can do with pictures. Each throws what the server refused; what shows them follows. */
export function useSpriteActs() {
  const utils = trpc.useUtils();
  const create = trpc.admin.createSprite.useMutation();
  const edit = trpc.admin.editSprite.useMutation();
  const remove = trpc.admin.deleteSprite.useMutation();

  async function telling<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      for (const shown of [utils.admin, utils.pokemon, utils.reviews]) void shown.invalidate();
    }
  }

  return {
    create: (fields: SpriteFields) => telling(create.mutateAsync(fields)),
    edit: (id: number, fields: SpriteFields) => telling(edit.mutateAsync({ ...fields, id })),
    delete: ({ id }: SpriteEntry) => telling(remove.mutateAsync({ id })),
  };
}
