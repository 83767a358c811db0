import { Check, Trash2, X } from 'lucide-react';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import { cx } from '../../../ui/cx.ts';
import { outcomeWords } from '../state/review-labels.ts';

const SIGNS = { approved: Check, rejected: X, pending: Trash2 };
const SIGN_COLOURS = { approved: 'text-approved', rejected: 'text-rejected', pending: 'text-ink-faint' };

/** What became of a sale, and by whom, in a line. */
export function Outcome({ sale, reader }: { sale: ReviewSale; reader: string | undefined }) {
  const words = outcomeWords(sale, reader, Date.now());
  if (!words) return null;
  const Sign = sale.deleted_at ? Trash2 : SIGNS[sale.status];
  return (
    <span className="inline-flex min-h-5 min-w-0 items-center gap-1 text-ink-soft">
      <Sign
        aria-hidden
        strokeWidth={2.5}
        className={cx('size-3.5 shrink-0', SIGN_COLOURS[sale.deleted_at ? 'pending' : sale.status])}
      />
      {words}
    </span>
  );
}
