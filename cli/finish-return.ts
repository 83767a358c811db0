import type { ReturnRequest, ReturnRun } from '../src/contract/review/reviewer-audit.ts';
import { formatDate } from '../src/contract/shared/dates.ts';
import { formatNumber } from '../src/contract/shared/plural.ts';
import { unavailable } from '../src/lib/errors.ts';
import type { Actor } from '../src/modules/actor.ts';
import { continueReturn } from '../src/modules/reviewer-audit/reviewer-audit.service.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { type Services, servicesOf } from '../src/runtime/services.ts';
import { printNote, withProgress } from './output.ts';
import { withInterruption } from './run.ts';

const returnFailed = ({ reviewer, returned, total }: ReturnRun) =>
  unavailable(
    'RETURN_FAILED',
    `The return of approvals by ${reviewer} stopped after ${formatNumber(returned)} of ${formatNumber(total)}. Run the command again to return the rest.`,
  );

const interrupted = ({ returned, total }: ReturnRun) =>
  `Interrupted after ${formatNumber(returned)} of ${formatNumber(total)}. A running server returns the rest, or the same command.`;

/** An interrupted return with the same options. Announces that it is resumed; null when there is none. */
export async function unfinishedReturn(
  { reviewerAudit }: Services,
  { reviewer_id, since }: ReturnRequest,
  isSuspension: boolean,
): Promise<ReturnRun | null> {
  const run = await reviewerAudit.unfinished(reviewer_id);
  const same = run && new Date(since).getTime() === new Date(run.since).getTime();
  if (!same || isSuspension !== run.suspended) return null;
  printNote(`Resuming the return that was started on ${formatDate(run.created)}.`);
  return run;
}

/**
 * Completes a return of approvals and shows its progress. A running server may do some of the batches at the same time.
 *
 * @throws DomainError unavailable when the return was aborted.
 */
export async function finishReturn(runtime: Runtime, start: ReturnRun): Promise<ReturnRun> {
  const serviceAs = (actor: Actor) => servicesOf(runtime, actor).reviewerAudit;
  const run = await withProgress(start.total, async (bar) => {
    const show = ({ returned, total }: ReturnRun) =>
      bar.update(returned, `${formatNumber(returned)} of ${formatNumber(total)}`);
    show(start);
    let last = start;
    const printLeft = () => printNote(interrupted(last));
    return withInterruption(printLeft, async () => {
      for await (const step of continueReturn(serviceAs, start.run_id)) {
        last = step;
        show(last);
      }
      return last;
    });
  });
  if (run.status === 'failed') throw returnFailed(run);
  return run;
}
