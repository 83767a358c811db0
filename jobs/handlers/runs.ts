import type { Actor } from '../../src/modules/actor.ts';
import { continueScan } from '../../src/modules/duplicates/duplicate-scan.service.ts';
import { continueReturn } from '../../src/modules/reviewer-audit/reviewer-audit.service.ts';
import { returnApprovals, scanDuplicates } from '../../src/queue/definitions.ts';
import { handle, isLasting, type JobHandler, type JobRun } from '../../src/queue/job-handler.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { servicesOf, systemServices } from '../../src/runtime/services.ts';

/** Work of several steps that any process can resume. */
interface Run {
  steps: AsyncIterable<unknown>;
  /** Marks it as failed, so that admins see it and can start another. */
  giveUp: () => Promise<void>;
}

/** Does the remaining steps of a run, and gives it up when no further attempt follows. */
async function complete(
  { steps, giveUp }: Run,
  { attempt, signal }: JobRun,
  attempts: number,
): Promise<void> {
  try {
    signal.throwIfAborted();
    for await (const _step of steps) signal.throwIfAborted();
  } catch (error) {
    if (attempt >= attempts || isLasting(error)) await giveUp();
    throw error;
  }
}

/** The jobs that complete runs: scans for duplicates, and returns of a reviewer's approvals to review. */
export function runHandlers(runtime: Runtime): JobHandler[] {
  const scans = () => systemServices(runtime, 'nightly scan').duplicateScan;
  const returnsAs = (actor: Actor) => servicesOf(runtime, actor).reviewerAudit;
  const returns = () => systemServices(runtime, 'return of approvals').reviewerAudit;
  return [
    handle(scanDuplicates, ({ scan_id }, run) => {
      const giveUp = () => scans().giveUp(scan_id, 'The scan failed. See the log for details.');
      return complete({ steps: continueScan(scans, scan_id), giveUp }, run, scanDuplicates.attempts);
    }),

    handle(returnApprovals, ({ run_id }, run) => {
      const giveUp = () => returns().giveUp(run_id);
      return complete({ steps: continueReturn(returnsAs, run_id), giveUp }, run, returnApprovals.attempts);
    }),
  ];
}
