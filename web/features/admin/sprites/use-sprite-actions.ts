import type { SpriteEntry } from '../../../../src/contract/admin/admin.ts';
import { trpc } from '../../../lib/server/trpc.ts';

/** The fields of a sprite that a form sends. */
export type SpriteFields = Omit<SpriteEntry, 'id'>;

export const SPRITE_FIELDS = ['pokemon_id', 'pokemon_name', 'variant', 'imgur_url'] as const;

/** What an admin can do with sprites. Each reloads what shows them, and throws the server's error. */
export function useSpriteActions() {
  const { client, admin, pokemon, reviews, catalogue } = trpc.useUtils();

  const reload = () => {
    for (const router of [admin, pokemon, reviews, catalogue]) void router.invalidate();
  };

  return {
    create: (fields: SpriteFields) => client.admin.createSprite.mutate(fields).finally(reload),
    /** Sends only what was changed: the rest may have been changed by another admin. */
    edit: (before: SpriteEntry, fields: SpriteFields) => {
      const changed = SPRITE_FIELDS.filter((field) => fields[field] !== before[field]);
      const change: Partial<SpriteFields> = Object.fromEntries(
        changed.map((field) => [field, fields[field]]),
      );
      return client.admin.editSprite.mutate({ ...change, id: before.id }).finally(reload);
    },
    delete: ({ id }: SpriteEntry) => client.admin.deleteSprite.mutate({ id }).finally(reload),
  };
}
