import { Link } from 'wouter';
import { PATHS, SCREEN_TITLES } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.tsx';
import { useUrlState } from '../../lib/use-url-state.ts';
import { PasskeysPanel } from '../../two-factor/passkeys-panel.tsx';
import { TwoFactorPanel } from '../../two-factor/two-factor-panel.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Panel, Section } from '../../ui/page/panel.tsx';
import { useTabTitle } from '../../ui/page/use-tab-title.ts';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { ACCOUNT_FORMAT, type AccountTab } from './account-search-params.ts';
import { AddressForm } from './address-form.tsx';
import { DataDownload } from './data-download.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { MyReports } from './my-reports.tsx';
import { MySubmissions } from './my-submissions.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

const TABS: readonly Tab<AccountTab>[] = [
  { value: 'submissions', label: 'My submissions' },
  { value: 'notices', label: 'Notices' },
  { value: 'security', label: 'Security' },
  { value: 'profile', label: 'Profile' },
];

export default function AccountScreen() {
  const { user } = useSession();
  const { params, go, ignored } = useUrlState(PATHS.account, ACCOUNT_FORMAT);
  useTabTitle(SCREEN_TITLES.account, TABS, params.tab);
  if (!user) return null;
  return (
    <>
      <PageHeader title={SCREEN_TITLES.account}>
        {user.username}
        {' · '}
        <Link href={PATHS.following} className="link touch-target inline-block">
          Followed searches
        </Link>
      </PageHeader>
      <Tabs label="Account" tabs={TABS} value={params.tab} onValueChange={(tab) => go({ tab })}>
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

function SecurityPanel({ username }: { username: string }) {
  return (
    <Panel>
      <Section
        title="Two-factor authentication"
        about="A second proof of identity, in addition to the password."
      >
        <TwoFactorPanel username={username} />
      </Section>
      <Section
        title="Passkeys"
        about="Log in without a password. A passkey is also a second factor, and works on this site only."
      >
        <PasskeysPanel username={username} />
      </Section>
      <Section
        title="Sessions"
        about="Where you are logged in. End any session you do not recognise, then change your password."
      >
        <SessionList />
      </Section>
      <Section title="Password" about="Changing it logs out every other device.">
        <PasswordForm username={username} />
      </Section>
    </Panel>
  );
}

function ProfilePanel({ username }: { username: string }) {
  return (
    <Panel>
      <Section title="Email address" about="For logging in, password resets and security warnings.">
        <AddressForm />
      </Section>
      <Section title="Your data" about="Your profile, sessions, submissions and activity, as a JSON file.">
        <DataDownload username={username} />
      </Section>
      <Section
        title="Delete account"
        about="Erases your personal data, except in audit records, server logs and backups. Your sales stay, without your name."
      >
        <DeleteAccount username={username} />
      </Section>
    </Panel>
  );
}
