import type { SaleEventType } from '../../../../src/contract/review.ts';
import type { Answers } from '../../../lib/trpc.ts';
import { ChangeList } from '../../../sales/change-list.tsx';
import { cx } from '../../../ui/cx.ts';
import { MomentText } from '../../../ui/moment-text.tsx';
import { ReviewSection } from './section.tsx';

const STEPS: Record<SaleEventType, { words: string; mark: string }> = {
  submitted: { words: 'Submitted', mark: 'bg-ink-faint' },
  edited: { words: 'Edited', mark: 'bg-accent' },
  approved: { words: 'Approved', mark: 'bg-approved' },
  rejected: { words: 'Rejected', mark: 'bg-rejected' },
  undone: { words: 'Decision taken back', mark: 'bg-pending' },
  returned: { words: 'Returned to review', mark: 'bg-pending' },
  deleted: { words: 'Deleted', mark: 'bg-rejected' },
  restored: { words: 'Restored', mark: 'bg-accent' },
};

/** Everything that was ever done to a sale, the first step first. */
export function SaleHistory({ history }: { history: Answers['reviews']['detail']['history'] }) {
  return (
    <ReviewSection title="History">
      <ol className="space-y-3 border-l border-line pl-4">
        {history.map(({ event_id, type, at, by, notes, changes }) => {
          const { words, mark } = STEPS[type];
          const fields = changes.filter(({ field }) => field !== 'status');
          return (
            <li key={event_id} className="relative text-sm">
              <span
                aria-hidden
                className={cx(
                  'absolute top-1.5 -left-5.25 size-2.5 rounded-full border-2 border-surface',
                  mark,
                )}
              />
              <p>
                <span className="font-medium">{words}</span>
                {by !== null && <> by {by}</>}
                <span className="ml-2 text-xs text-ink-faint">
                  <MomentText iso={at} />
                </span>
              </p>
              {notes && <p className="mt-0.5 whitespace-pre-wrap text-ink-soft">“{notes}”</p>}
              {type === 'edited' && fields.length > 0 && (
                <div className="mt-1">
                  <ChangeList changes={fields} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </ReviewSection>
  );
}
