import { useReloadOnReview } from '../../../lib/live/review-updates.ts';
import { trpc } from '../../../lib/server/trpc.ts';

/** How the queries of the overview are kept current. */
export const REFRESH = { refetchInterval: 60_000, refetchOnMount: 'always' } as const;

/** The figures count all sales. */
const RELOAD_EVERY_MS = 5_000;

/**
 * Reloads the figures and the recent activity after each change that the header counts, so that they agree with it, and the
 * settings, so that the switch agrees with the activity.
 */
export function useOverviewUpdates(): void {
  const { admin } = trpc.useUtils();
  useReloadOnReview(RELOAD_EVERY_MS, () => {
    void admin.stats.invalidate();
    void admin.activity.invalidate();
    void admin.settings.invalidate();
  });
}
