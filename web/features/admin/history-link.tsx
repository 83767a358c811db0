import { Link } from 'wouter';
import { reviewPath } from '../../lib/review-path.ts';
import { cx } from '../../ui/cx.ts';

/** The number of a sale, which opens its history. */
export const HistoryLink = ({ saleId, className }: { saleId: number; className?: string }) => (
  <Link
    href={reviewPath({ sale: saleId })}
    title="Its history"
    aria-label={`History of sale ${saleId}`}
    className={cx('link touch-target inline-block tabular-nums', className)}
  >
    #{saleId}
  </Link>
);
