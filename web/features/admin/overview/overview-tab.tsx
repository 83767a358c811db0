import { ActivityList } from './activity-list.tsx';
import { HealthLines } from './health-lines.tsx';
import { SkipReview } from './skip-review.tsx';
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
