import { Link } from 'wouter';
import type { Resubmission } from '../../src/contract/sale/submissions.ts';
import { ownSalePath } from '../lib/own-sale-path.ts';
import { StatusBadge } from '../ui/sale/sale-badges.tsx';

interface ResubmissionLinkProps {
  resubmitted: Resubmission;
  onOpen?: () => void;
}

/** In place of the link to correct a rejected sale, once that has been done. */
export const ResubmissionLink = ({ resubmitted: { sale_id, status }, onOpen }: ResubmissionLinkProps) => (
  <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft tabular-nums">
    <span>
      Resubmitted as{' '}
      <Link
        href={ownSalePath(status, sale_id)}
        onClick={onOpen}
        className="link touch-target inline-flex min-h-6 items-center"
      >
        #{sale_id}
      </Link>
    </span>
    <StatusBadge status={status} />
  </span>
);
