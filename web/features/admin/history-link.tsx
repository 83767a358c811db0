import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';

/** The sale with its history, among all sales of Review Submissions. */
export const historyPath = (saleId: number): string => `${PATHS.review}?tab=all&sale=${saleId}`;

interface HistoryLinkProps {
  saleId: number;
  className?: string;
}

/** The number of a sale, which opens its history. */
export const HistoryLink = ({ saleId, className }: HistoryLinkProps) => (
  <Link
    href={historyPath(saleId)}
    title="Its history"
    aria-label={`History of sale ${saleId}`}
    className={cx('link touch-target inline-block tabular-nums', className)}
  >
    #{saleId}
  </Link>
);
