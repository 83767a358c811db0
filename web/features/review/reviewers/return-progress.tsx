import { CircleAlert, CircleCheck } from 'lucide-react';
import { isUnfinished, type ReturnRun } from '../../../../src/contract/oversight.ts';
import { cx } from '../../../ui/cx.ts';
import { approvalsCount } from './reviewer-labels.ts';

/** Where a return stands, in words. */
export function progressWords({ status, returned, total }: ReturnRun): string {
  const progress = `${returned.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  if (status === 'waiting') return `Waiting to begin: ${progress}`;
  if (status === 'running') return `${progress} returned`;
  if (status === 'failed') return `Stopped after ${progress}`;
  return `${approvalsCount(returned)} ${returned === 1 ? 'is' : 'are'} back in review`;
}

/** How far a return is: a bar while it goes on, and the words. */
export function ReturnProgress({ run, className }: { run: ReturnRun; className?: string }) {
  const { status, returned, total } = run;
  const words = progressWords(run);
  return (
    <div className={className}>
      {isUnfinished(status) && (
        <div
          role="progressbar"
          aria-label={`Approvals by ${run.reviewer} returned to review`}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={returned}
          aria-valuetext={words}
          className="mb-1.5 h-2 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${total === 0 ? 0 : (returned / total) * 100}%` }}
          />
        </div>
      )}
      <p
        className={cx(
          'flex items-center gap-1.5 text-sm tabular-nums',
          status === 'failed' ? 'text-rejected' : status === 'done' ? 'text-approved' : 'text-ink-soft',
        )}
      >
        {status === 'failed' && <CircleAlert aria-hidden className="size-4 shrink-0" />}
        {status === 'done' && <CircleCheck aria-hidden className="size-4 shrink-0" />}
        {words}
      </p>
    </div>
  );
}
