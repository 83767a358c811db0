import { useState } from 'react';
import { can } from '../../src/contract/accounts/roles.ts';
import { useReviewUpdates } from '../lib/live/review-updates.ts';
import { throttle } from '../lib/live/throttle.ts';
import { useSession } from '../lib/server/session.tsx';
import { trpc } from '../lib/server/trpc.ts';

const RELOAD_EVERY_MS = 1_000;

/** The number of sales pending review, kept up to date; undefined for users who do not review and while loading. */
export function usePendingCount(): number | undefined {
  const { status, user } = useSession();
  const { reviews } = trpc.useUtils();
  const enabled = status === 'in' && can(user, 'sale.review');
  const { data } = trpc.reviews.counts.useQuery({}, { enabled, refetchOnWindowFocus: 'always' });
  const [reload] = useState(() => throttle(RELOAD_EVERY_MS, () => void reviews.counts.invalidate()));
  useReviewUpdates(({ type }) => {
    if (type !== 'checked') reload();
  });
  return enabled ? data?.pending : undefined;
}
