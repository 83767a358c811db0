import type { SpriteEntry } from '../../../../src/contract/admin/admin.ts';
import { trpc } from '../../../lib/server/trpc.ts';

/** The fields of a sprite that a form sends. */
export type SpriteFields = Omit<SpriteEntry, 'id'>;

/** What an admin can do with sprites. Each reloads what shows them, and throws the server's error. */
export function useSpriteActions() {
  const { client, admin, pokemon, reviews } = trpc.useUtils();

  const reload = () => {
    for (const router of [admin, pokemon, reviews]) void router.invalidate();
  };

  return {
    create: (fields: SpriteFields) => client.admin.createSprite.mutate(fields).finally(reload),
    edit: (id: number, fields: SpriteFields) =>
      client.admin.editSprite.mutate({ ...fields, id }).finally(reload),
    delete: ({ id }: SpriteEntry) => client.admin.deleteSprite.mutate({ id }).finally(reload),
  };
}
