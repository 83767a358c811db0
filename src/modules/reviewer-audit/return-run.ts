import type { ReturnRun } from '../../contract/review/reviewer-audit.ts';
import { isInProgress } from '../../contract/shared/run-status.ts';
import type { Actor } from '../actor.ts';
import type { ReviewerAuditService } from './reviewer-audit.service.ts';

/** The actor for looking up who requested the run. */
const LOOKUP: Actor = { type: 'system', name: 'return of approvals' };

/**
 * Completes a return of approvals in batches, as the actor who requested it, and yields its progress after each
 * batch. When the caller stops iterating, the work stops; a later call resumes it.
 *
 * @param serviceAs creates the service for one batch, with a separate scope and the given actor
 * @throws DomainError not_found for an unknown run.
 */
export async function* continueReturn(
  serviceAs: (actor: Actor) => ReviewerAuditService,
  runId: number,
): AsyncGenerator<ReturnRun> {
  const requester = await serviceAs(LOOKUP).requesterOf(runId);
  let run: ReturnRun;
  do {
    run = await serviceAs(requester).returnNext(runId);
    yield run;
  } while (isInProgress(run.status));
}
