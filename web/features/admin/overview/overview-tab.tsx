import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { useOnce } from '../../../lib/server/use-once.ts';
import { Toggle } from '../../../ui/fields/checkbox.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { QueryError } from '../../../ui/states/query-error.tsx';
import { AdminSection } from '../admin-section.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { ActivityList } from './activity-list.tsx';
import { HealthLines } from './health-lines.tsx';
import { StatCards } from './stat-cards.tsx';

/** The site's figures, the health of its services, and the latest activity. */
export default function OverviewTab() {
  return (
    <div className="space-y-5">
      <StatCards />
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <div className="space-y-5">
          <SkipReview />
          <HealthLines />
        </div>
        <ActivityList />
      </div>
    </div>
  );
}

const KEY = 'skip_review_enabled';

/** Whether submissions of admins and checkers skip the review. */
function SkipReview() {
  const { values, save, query } = useSettings();
  const value = values?.[KEY];
  const dismissFailure = useRef<() => void>(undefined);
  const saving = useMutation({
    mutationFn: (on: boolean) => save({ [KEY]: String(on) }),
    onMutate: () => dismissFailure.current?.(),
    onError(failure) {
      dismissFailure.current = showToast(refusalText(failure, MESSAGES.skipReviewFailed), { tone: 'alert' });
    },
  });
  const saveOnce = useOnce(saving);

  return (
    <AdminSection title="Review">
      {query.error && value === undefined ? (
        <QueryError banner query={query} message="Failed to load the settings" />
      ) : (
        <Toggle
          label="Skip Review for Admin/Checker Submissions"
          hint="While on, submissions of admins and checkers are approved at once."
          checked={saving.isPending ? saving.variables : value === 'true'}
          disabled={value === undefined}
          onCheckedChange={(checked) => void saveOnce(checked)}
        />
      )}
    </AdminSection>
  );
}
