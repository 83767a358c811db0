import { isUnfinished, type ReturnRun } from '../../contract/review/reviewer-audit.ts';
import type { Actor } from '../actor.ts';
import type { ReviewerAuditService } from './reviewer-audit.service.ts';

/** Nobody acts while it is looked up who asked. */
const LOOKUP: Actor = { type: 'system', name: 'return of approvals' };

/**
 * Brings a return of approvals to its end, bit by bit, in the name of who asked for it; how far it is after each bit.
 * Whoever stops reading stops the work there, and anybody may go on with it.
 *
 * @param serviceAs the service for one bit, with a scope of its own, in whoever's name
 * @throws DomainError not_found for an unknown return.
 */
export async function* continueReturn(
  serviceAs: (actor: Actor) => ReviewerAuditService,
  runId: number,
): AsyncGenerator<ReturnRun> {
  const asker = await serviceAs(LOOKUP).askerOf(runId);
  let run: ReturnRun;
  do {
    run = await serviceAs(asker).returnNext(runId);
    yield run;
  } while (isUnfinished(run.status));
}
