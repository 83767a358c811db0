import { Link } from 'wouter';
import { cx } from '../../ui/cx.ts';
import { historyPath } from './review-paths.ts';

/** The number of a sale, which opens its history. */
export const HistoryLink = ({ saleId, className }: { saleId: number; className?: string }) => (
  <Link
    href={historyPath(saleId)}
    title="Its history"
    aria-label={`History of sale ${saleId}`}
    className={cx('link touch-target inline-block tabular-nums', className)}
  >
    #{saleId}
  </Link>
);
