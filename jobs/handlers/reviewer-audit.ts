import type { Actor } from '../../src/modules/actor.ts';
import { continueReturn } from '../../src/modules/reviewer-audit/return-run.ts';
import { servicesOf, systemServices } from '../../src/modules/services.ts';
import { returnApprovals } from '../../src/queue/definitions.ts';
import { handle, isLasting, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Platform } from '../../src/runtime/runtime.ts';

/** The jobs of the oversight of reviewers. */
export function oversightHandlers(platform: Platform): JobHandler[] {
  const serviceAs = (actor: Actor) => servicesOf(platform, actor).oversight;
  return [
    handle(returnApprovals, async ({ run_id }, { attempt, signal }) => {
      try {
        signal.throwIfAborted();
        for await (const _step of continueReturn(serviceAs, run_id)) signal.throwIfAborted();
      } catch (error) {
        // Nobody would go on with it: the admin has to know, and may start another.
        if (attempt >= returnApprovals.attempts || isLasting(error))
          await systemServices(platform, 'return of approvals').oversight.giveUp(run_id);
        throw error;
      }
    }),
  ];
}
