import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { can } from '../../src/contract/accounts/roles.ts';
import { SUBMISSION_CHANGES } from '../../src/contract/inbox/notice-labels.ts';
import type { SubmissionUpdate } from '../../src/contract/sale/submissions.ts';
import { formatNumber } from '../../src/contract/shared/plural.ts';
import { keepSubscribed } from '../lib/live/keep-subscribed.ts';
import { publishReviewUpdate } from '../lib/live/review-updates.ts';
import { throttle } from '../lib/live/throttle.ts';
import { ownSalePath } from '../lib/own-sale-path.ts';
import { useSession } from '../lib/server/session.tsx';
import { trpc } from '../lib/server/trpc.ts';
import { announce } from '../ui/live-region.tsx';
import { showToast } from '../ui/overlays/toast.tsx';

/** Bulk actions can request many reloads in a row, and a full reload is expensive. */
const RELOAD_EVERY_MS = 2_000;
const TOAST_MS = 10_000;

const CHANGES: Record<SubmissionUpdate['status'], string> = {
  approved: SUBMISSION_CHANGES.approved,
  rejected: SUBMISSION_CHANGES.rejected,
  pending: SUBMISSION_CHANGES.returned,
};

/** Subscribes to live updates while a user is signed in. Mounted once; renders nothing. */
export function Live() {
  const { user } = useSession();
  const { client, submissions, inbox, follows } = trpc.useUtils();
  const reviews = can(user, 'sale.review');

  useEffect(() => {
    if (!reviews) return;
    const reload = throttle(RELOAD_EVERY_MS, () => publishReviewUpdate({ type: 'many' }));
    return keepSubscribed(
      (ends) =>
        client.reviews.live.subscribe(
          {},
          { ...ends, onData: (update) => (update.type === 'many' ? reload() : publishReviewUpdate(update)) },
        ),
      reload,
    );
  }, [client, reviews]);

  useEffect(() => {
    const reload = () => void submissions.invalidate();
    return keepSubscribed(
      (ends) =>
        client.submissions.live.subscribe(
          {},
          {
            ...ends,
            onData({ sale_id, name, status }) {
              reload();
              showToast(`Your sale of ${name} ${CHANGES[status]}.`, {
                tone: status === 'approved' ? 'success' : 'note',
                action: {
                  label: 'Show',
                  onClick: () => navigate(ownSalePath(status, sale_id)),
                },
                durationMs: TOAST_MS,
              });
            },
          },
        ),
      reload,
    );
  }, [client, submissions]);

  useEffect(
    () =>
      keepSubscribed(
        (ends) =>
          client.inbox.live.subscribe(
            {},
            {
              ...ends,
              onData(count) {
                if (count.unread > (inbox.count.getData({})?.unread ?? 0))
                  announce(`Inbox: ${formatNumber(count.unread)} unread`);
                inbox.count.setData({}, count);
                void inbox.list.invalidate();
                void follows.invalidate();
              },
            },
          ),
        () => void inbox.invalidate(),
      ),
    [client, inbox, follows],
  );

  return null;
}
