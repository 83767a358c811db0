import type { SpriteEntry } from '../../../../src/contract/admin/admin.ts';
import { trpc } from '../../../lib/server/trpc.ts';

/** The fields of a sprite that a form sends. */
export type SpriteFields = Omit<SpriteEntry, 'id'>;

/** What an admin can do with sprites. Each reloads what shows them, and throws the server's error. */
export function useSpriteActions() {
  const { admin, pokemon, reviews } = trpc.useUtils();
  const create = trpc.admin.createSprite.useMutation();
  const edit = trpc.admin.editSprite.useMutation();
  const remove = trpc.admin.deleteSprite.useMutation();

  const reload = () => {
    for (const router of [admin, pokemon, reviews]) void router.invalidate();
  };

  return {
    create: (fields: SpriteFields) => create.mutateAsync(fields).finally(reload),
    edit: (id: number, fields: SpriteFields) => edit.mutateAsync({ ...fields, id }).finally(reload),
    delete: ({ id }: SpriteEntry) => remove.mutateAsync({ id }).finally(reload),
  };
}
