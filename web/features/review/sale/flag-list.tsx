import { CircleCheck, LoaderCircle } from 'lucide-react';
import { describeFlag, type SaleFlag } from '../../../../src/contract/flags.ts';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import { cx } from '../../../ui/cx.ts';
import { isOpen } from '../state/review-queue.ts';
import { EvidenceLink } from './evidence-link.tsx';
import { CHECKING, markOf } from './flag-marks.tsx';
import { ReviewSection } from './section.tsx';

/** Every `#12` of a sentence leads to that sale, when it is evidence. */
function withLinks(sentence: string, flag: SaleFlag) {
  const ids = new Set('sales' in flag ? flag.sales.map((sale) => sale.sale_id) : []);
  return sentence.split(/(#\d+)/).map((part, at) => {
    const id = Number(part.slice(1));
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no name but their place
    return part.startsWith('#') && ids.has(id) ? <EvidenceLink key={at} saleId={id} /> : part;
  });
}

/** What to look at before deciding, in words, with what it was found by. */
export function FlagList({ sale }: { sale: ReviewSale }) {
  const { flags, checked_at } = sale;
  return (
    <ReviewSection title="Flags">
      {checked_at === null && !isOpen(sale) ? (
        <p className="flex min-h-9 items-center text-sm text-ink-soft">
          It was decided before the checks had run.
        </p>
      ) : checked_at === null ? (
        <p className="flex min-h-9 items-center gap-2 text-sm text-ink-soft">
          <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />
          {CHECKING}
        </p>
      ) : flags.length === 0 ? (
        <p className="flex min-h-9 items-center gap-2 text-sm text-ink-soft">
          <CircleCheck aria-hidden className="size-4 text-approved" />
          Nothing stands out.
        </p>
      ) : (
        <ul className="space-y-1.5">
          {flags.map((flag) => {
            const { Icon, grave } = markOf(flag);
            return (
              <li
                key={flag.flag}
                className={cx(
                  'flex items-start gap-2.5 rounded-md px-3 py-2 text-sm',
                  grave ? 'bg-pending-soft' : 'bg-sunken',
                )}
              >
                <Icon
                  aria-hidden
                  className={cx('mt-0.5 size-4 shrink-0', grave ? 'text-pending' : 'text-ink-soft')}
                />
                <p className="min-w-0 font-medium">{withLinks(describeFlag(flag, sale.kind), flag)}</p>
              </li>
            );
          })}
        </ul>
      )}
    </ReviewSection>
  );
}
