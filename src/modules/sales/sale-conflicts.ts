import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { conflict, DomainError } from '../../lib/errors.ts';
import { Account } from '../identity/account.entity.ts';
import type { RequestScope } from '../scope.ts';
import type { Sale } from './sale.entity.ts';

export const staleVersion = () =>
  conflict('STALE_VERSION', `${MESSAGES.saleChanged} Please reload and try again.`);

export const notDecided = () => conflict('NOT_DECIDED', 'This sale is already under review.');

/** For admins, who can restore it; to everybody else there is no such sale. */
export const saleDeleted = () =>
  new DomainError(
    'not_found',
    'DELETED',
    'This sale has already been deleted. It can be restored from its history.',
  );

export const notDeleted = () => conflict('NOT_DELETED', 'This sale is not deleted.');

export const undoneTooLate = () =>
  conflict('UNDO_OVER', `A decision can be undone only within ${LIMITS.review.undoSeconds} seconds.`);

export const changedSince = () =>
  conflict('CHANGED_SINCE', 'This decision cannot be undone because the sale has changed since.');

async function deciderOf({ em }: RequestScope, sale: Sale) {
  const by = sale.decidedBy && (await em.findOne(Account, { userId: sale.decidedBy.userId }));
  return { by: by?.username ?? null, at: (sale.decidedAt ?? sale.dateSubmitted).toISOString() };
}

/** For submitters, who may not know the decision yet. */
export const decidedBefore = () => conflict('ALREADY_REVIEWED', MESSAGES.alreadyReviewed);

/** For reviewers: also says who decided, and when. */
export const alreadyReviewed = async (scope: RequestScope, sale: Sale) =>
  conflict('ALREADY_REVIEWED', MESSAGES.alreadyReviewed, {
    decided: await deciderOf(scope, sale),
  });

export const notOwnDecision = async (scope: RequestScope, sale: Sale) =>
  conflict('NOT_OWN_DECISION', 'Only the reviewer who made this decision can undo it.', {
    decided: await deciderOf(scope, sale),
  });
