import type { Actor } from '../../src/modules/actor.ts';
import { continueReturn } from '../../src/modules/reviewer-audit/return-run.ts';
import { returnApprovals } from '../../src/queue/definitions.ts';
import { handle, isLasting, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { servicesOf, systemServices } from '../../src/runtime/services.ts';

/** The jobs of the reviewer audit. */
export function reviewerAuditHandlers(runtime: Runtime): JobHandler[] {
  const serviceAs = (actor: Actor) => servicesOf(runtime, actor).reviewerAudit;
  return [
    handle(returnApprovals, async ({ run_id }, { attempt, signal }) => {
      try {
        signal.throwIfAborted();
        for await (const _step of continueReturn(serviceAs, run_id)) signal.throwIfAborted();
      } catch (error) {
        // No further attempt follows. Marking the return as failed shows it to admins, who can start another.
        if (attempt >= returnApprovals.attempts || isLasting(error))
          await systemServices(runtime, 'return of approvals').reviewerAudit.giveUp(run_id);
        throw error;
      }
    }),
  ];
}
