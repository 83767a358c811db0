import { signedIn } from '../actor.ts';
import { Account } from '../identity/account.entity.ts';
import type { RequestScope } from '../scope.ts';
import { undoableSince } from './submissions.queries.ts';

/** Records that the actor has seen all rejections that are visible now. */
export async function markRejectionsSeen(scope: RequestScope): Promise<void> {
  const { em, actor } = scope;
  const { user_id } = signedIn(actor);
  await em.transactional(() =>
    em.nativeUpdate(Account, { userId: user_id }, { rejectionsSeen: undoableSince(scope) }),
  );
}
