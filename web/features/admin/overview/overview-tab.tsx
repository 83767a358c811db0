import { useMutation } from '@tanstack/react-query';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { Toggle } from '../../../ui/fields/checkbox.tsx';
import { FormAlert } from '../../../ui/form-messages.tsx';
import { QueryError } from '../../../ui/states/states.tsx';
import { AdminSection } from '../admin-section.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { ActivityList } from './activity-list.tsx';
import { HealthLines } from './health-lines.tsx';
import { StatCards } from './stat-cards.tsx';

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

function SkipReview() {
  const { values, save, query } = useSettings();
  const change = useMutation({ mutationFn: (checked: boolean) => save({ [KEY]: String(checked) }) });
  const value = values?.[KEY];
  // Shown until it is saved: a checkbox that waits for anything else would jump back first.
  const wanted = change.isPending ? change.variables : undefined;

  return (
    <AdminSection title="Review">
      {query.error && value === undefined ? (
        <QueryError banner query={query} message="Failed to load the settings" />
      ) : (
        <>
          <Toggle
            label="Skip Review for Admin/Checker Submissions"
            hint="While on, submissions of admins and checkers are approved at once."
            checked={wanted ?? value === 'true'}
            disabled={value === undefined}
            onCheckedChange={(checked) => !change.isPending && change.mutate(checked)}
          />
          <FormAlert>{change.error && refusalText(change.error, MESSAGES.skipReviewFailed)}</FormAlert>
        </>
      )}
    </AdminSection>
  );
}
