import { can } from '../../src/contract/accounts/roles.ts';
import { formatNumber } from '../../src/contract/shared/plural.ts';
import { useReloadOnReview } from '../lib/live/review-updates.ts';
import { useSession } from '../lib/server/session.tsx';
import { trpc } from '../lib/server/trpc.ts';
import { Badge } from '../ui/badge.tsx';

const MOST_SHOWN = 999;

const RELOAD_EVERY_MS = 1_000;

/** The number of sales pending review, kept up to date. Zero is not shown. */
export default function PendingCount() {
  const { status, user } = useSession();
  const { reviews } = trpc.useUtils();
  const enabled = status === 'in' && can(user, 'sale.review');
  const { data } = trpc.reviews.counts.useQuery({}, { enabled, refetchOnWindowFocus: 'always' });
  useReloadOnReview(RELOAD_EVERY_MS, () => void reviews.counts.invalidate());
  if (!enabled || !data?.pending) return null;
  return (
    <>
      <span className="sr-only">({formatNumber(data.pending)} pending)</span>
      <Badge tone="pending">
        <span aria-hidden>{data.pending > MOST_SHOWN ? `${MOST_SHOWN}+` : data.pending}</span>
      </Badge>
    </>
  );
}
