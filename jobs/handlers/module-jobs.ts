import type { Actor } from '../../src/modules/actor.ts';
import { logHeads, sealHistory } from '../../src/modules/audit/seal-history.ts';
import { markForFlags } from '../../src/modules/changes/flag-mark.entity.ts';
import { continueScan } from '../../src/modules/duplicates/duplicate-scan.service.ts';
import { continueReturn } from '../../src/modules/reviewer-audit/reviewer-audit.service.ts';
import { scheduleDecisionNotices } from '../../src/modules/sales/submission-notices.ts';
import { JOBS } from '../../src/queue/definitions.ts';
import { handle, isLasting, JobDeferred, type JobHandler, type JobRun } from '../../src/queue/job-handler.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { servicesOf, systemServices } from '../../src/runtime/services.ts';

/** Work of several steps that any process can resume. */
interface Run {
  steps: AsyncIterable<unknown>;
  /** Marks it as failed, so that admins see it and can start another. */
  giveUp: () => Promise<void>;
}

/** Does the remaining steps of a run, and gives it up after the last attempt. A shutdown does not count as an attempt. */
async function complete(
  { steps, giveUp }: Run,
  { attempt, signal }: JobRun,
  attempts: number,
): Promise<void> {
  try {
    signal.throwIfAborted();
    for await (const _step of steps) signal.throwIfAborted();
  } catch (error) {
    if (signal.aborted) throw new JobDeferred(0, 'the process is closing');
    if (attempt >= attempts || isLasting(error)) await giveUp();
    throw error;
  }
}

export function moduleHandlers(runtime: Runtime): JobHandler[] {
  const { orm, logger } = runtime;
  const scans = () => systemServices(runtime, 'nightly scan').duplicateScan;
  const returnsAs = (actor: Actor) => servicesOf(runtime, actor).reviewerAudit;
  const returns = () => systemServices(runtime, 'return of approvals').reviewerAudit;
  return [
    handle(JOBS.scanDuplicates, ({ scan_id }, run) => {
      const giveUp = () => scans().giveUp(scan_id, 'The scan failed. See the log for details.');
      return complete({ steps: continueScan(scans, scan_id), giveUp }, run, JOBS.scanDuplicates.attempts);
    }),
    handle(JOBS.returnApprovals, ({ run_id }, run) => {
      const giveUp = () => returns().giveUp(run_id);
      return complete(
        { steps: continueReturn(returnsAs, run_id), giveUp },
        run,
        JOBS.returnApprovals.attempts,
      );
    }),

    // Scheduled jobs.
    handle(JOBS.announceAtDiscord, (_payload, { signal }) =>
      systemServices(runtime, 'announcements').discord.announce(signal),
    ),
    handle(JOBS.sealHistory, async (_payload, { signal }) => {
      await sealHistory(orm.em.fork(), signal);
    }),
    handle(JOBS.logHistoryHeads, () => logHeads(orm.em.fork(), logger)),
    handle(JOBS.scanDuplicatesNightly, async () => {
      await scans().start();
    }),
    handle(JOBS.resumeReturns, () => returns().resume()),

    // Jobs of earlier versions are passed to the loops that now do their work.
    handle(JOBS.announceDecision, (decision) => scheduleDecisionNotices(orm.em.fork(), [decision])),
    handle(JOBS.refreshFlags, ({ sale_ids }) => markForFlags(orm.em.fork(), sale_ids)),
  ];
}
