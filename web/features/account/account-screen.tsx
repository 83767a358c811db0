import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { ACCOUNT_FORMAT, type AccountTab, START } from './account-search-params.ts';
import { MyReports } from './my-reports.tsx';
import { MySubmissions } from './my-submissions.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SecurityPanel } from './security-panel.tsx';

const TABS: readonly Tab<AccountTab>[] = [
  { value: 'submissions', label: 'My submissions' },
  { value: 'notices', label: 'Notices' },
  { value: 'security', label: 'Security' },
  { value: 'profile', label: 'Profile' },
];

/** The user's own account: submissions and reports, notifications, security and profile. */
export default function AccountScreen() {
  usePageTitle('Account');
  const { user } = useSession();
  const { params, go, ignored } = useUrlState(PATHS.account, ACCOUNT_FORMAT);
  if (!user) return null;
  return (
    <>
      <PageHeader title="Account">
        {user.username}
        {' · '}
        <Link href={PATHS.following} className="link touch-target inline-block">
          Followed searches
        </Link>
      </PageHeader>
      <Tabs
        label="Account"
        tabs={TABS}
        value={params.tab}
        onValueChange={(tab) => go({ ...START, status: undefined, kind: undefined, zoom: undefined, tab })}
      >
        <div className="pt-5">
          {params.tab === 'submissions' && (
            <>
              <MySubmissions params={params} go={go} ignored={ignored} />
              <MyReports />
            </>
          )}
          {params.tab === 'notices' && <NoticesPanel />}
          {params.tab === 'security' && <SecurityPanel username={user.username} />}
          {params.tab === 'profile' && <ProfilePanel username={user.username} />}
        </div>
      </Tabs>
    </>
  );
}
