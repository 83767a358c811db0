import { retryLink } from '@trpc/client';
import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '../../../src/trpc/router.ts';
import { isAborted, isUnknownOutcome } from './errors.ts';

type Inputs = inferRouterInputs<AppRouter>;
type Path = { [R in keyof Inputs & string]: `${R}.${keyof Inputs[R] & string}` }[keyof Inputs & string];

/**
 * Writes of which a repeat does no harm: the server recognises it by the `version` of the sale or by the state, or finds nothing
 * left to remove (`unlessGone`).
 */
const REPEATABLE: ReadonlySet<string> = new Set<Path>([
  'items.setStatus',
  'items.edit',
  'pokemon.setStatus',
  'pokemon.edit',
  'reviews.decideMany',
  'reviews.undo',
  'reviews.return',
  'reviews.restore',
  'reports.decide',
  'admin.editItem',
  'admin.editPokemon',
  'admin.deleteItem',
  'admin.deletePokemon',
  'admin.deleteDuplicate',
  'admin.mergeDuplicates',
  'admin.dismissDuplicates',
  'admin.mergeItems',
  'admin.saveSettings',
  'admin.setRole',
  'admin.setAccountStatus',
  'admin.suspend',
  'admin.createSprite',
  'admin.editSprite',
  'admin.deleteSprite',
  'sessions.end',
  'passkeys.remove',
  'follows.create',
  'follows.update',
  'follows.remove',
  'follows.renewFeed',
  'notices.removeWebhook',
]);

/** Sends such a write again when its outcome is unknown, once and unchanged; not after it has waited long for a response. */
export const repeatLink = retryLink<AppRouter>({
  retry: ({ op, error, attempts }) =>
    attempts === 1 && REPEATABLE.has(op.path) && isUnknownOutcome(error) && !isAborted(error),
});
