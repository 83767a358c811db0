import type { SaleEventType } from '../../../../src/contract/review/review.ts';
import type { Answers } from '../../../lib/server/trpc.ts';
import { ChangeList } from '../../../sales/change-list.tsx';
import { cx } from '../../../ui/cx.ts';
import { MomentText } from '../../../ui/time/moment-text.tsx';
import { Untranslated } from '../../../ui/untranslated.tsx';
import { DetailSection } from './detail-section.tsx';

const EVENTS: Record<SaleEventType, { label: string; dot: string }> = {
  submitted: { label: 'Submitted', dot: 'bg-ink-faint' },
  edited: { label: 'Edited', dot: 'bg-accent' },
  approved: { label: 'Approved', dot: 'bg-approved' },
  rejected: { label: 'Rejected', dot: 'bg-rejected' },
  undone: { label: 'Decision undone', dot: 'bg-pending' },
  returned: { label: 'Returned to review', dot: 'bg-pending' },
  deleted: { label: 'Deleted', dot: 'bg-rejected' },
  restored: { label: 'Restored', dot: 'bg-accent' },
};

/** What happened to a sale, and who did it. */
export function SaleHistory({ history }: Pick<Answers['reviews']['detail'], 'history'>) {
  return (
    <DetailSection title="History">
      <ol className="space-y-3 border-l border-line pl-4">
        {history.map(({ event_id, type, at, by, notes, changes }) => {
          const { label, dot } = EVENTS[type];
          const fields = changes.filter(({ field }) => field !== 'status');
          return (
            <li key={event_id} className="relative text-sm">
              <span
                aria-hidden
                className={cx(
                  'absolute top-1.5 -left-5.25 size-2.5 rounded-full border-2 border-surface',
                  dot,
                )}
              />
              <p>
                <span className="font-medium">{label}</span>
                {by !== null && (
                  <>
                    {' '}
                    by <Untranslated>{by}</Untranslated>
                  </>
                )}
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
    </DetailSection>
  );
}
