import type { ReactNode } from 'react';
import type { LegalNotice } from '../../../src/contract/admin/settings.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { SCREEN_TITLES } from '../../lib/paths.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { QueryError, Skeleton } from '../../ui/states/states.tsx';

export default function LegalScreen() {
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader title={SCREEN_TITLES.legal}>
        Who runs this site, its liability, and the data it stores.
      </PageHeader>

      <ProviderSections />

      <LegalSection title="Disclaimer">
        <p>
          MarketDex is a community project. It is not affiliated with, endorsed by or connected to the game,
          its developers or its owners. All game names belong to their owners and are used only to identify
          what was sold.
        </p>
        <p>
          Sales are entered by users and carefully reviewed by volunteers, but without warranty: a price is
          what somebody once paid, not what something is worth. Proof links lead to external sites, whose
          operators are solely responsible for their content.
        </p>
      </LegalSection>

      <LegalSection title="Data protection">
        <p>
          Browsing needs no account and sets no cookies. No advertising and no analytics are used. Data is not
          shared.
        </p>
        <DataList
          parts={[
            [
              'Accounts',
              'Username, email address, role, the times of registration and of the last login, the device and IP address of each session, and hashes that identify earlier devices, to warn you of new ones. The password is stored only as a hash, from which it cannot be recovered. If you use them: the names and public keys of your passkeys, and the secret of your second factor, encrypted, with recovery codes as hashes.',
            ],
            [
              'Submissions',
              'The sale with its proof link, who submitted it and when, and the review decision. Approved sales stay public; rejected ones are stored but hidden.',
            ],
            [
              'Reports',
              'The sales that you report with reason and comment, and what a reviewer decided. Reviewers see your username with your reports; the reports stay without it when the account is deleted.',
            ],
            [
              'Followed searches, inbox',
              `The searches that you follow and the sales that matched them, your inbox, and how you want to be notified. The URL of your Discord webhook is stored encrypted; messages to it go to Discord. Matches and inbox entries are deleted after ${LIMITS.follows.matchDays} days.`,
            ],
            [
              'In your browser',
              `Local storage holds the session token and account details while you are logged in, and your choice of theme, of keyboard shortcuts and, in review and administration, of view and shown log entries, if you made one. Logging out removes the first two. It also holds the number of the latest change of the market that this browser has seen, so that no page shows older data; it is the same for everyone. What you typed in a form and did not send is kept until the tab is closed, or you log out. Logging in sets a cookie for later logins only: it distinguishes this browser from a stranger's, and expires ${LIMITS.knownDevices.days} days after the last login.`,
            ],
            [
              'Server logs',
              'IP address and time of requests, to find errors and prevent abuse; deleted after a limited time. Successful reads without an account are only counted, unless the operator logs each. The record of changes to accounts keeps the username and IP address.',
            ],
            [
              'Pictures',
              'Your browser loads them from public image hosts, which learn your IP address, but not the page you are on.',
            ],
          ]}
        />
        <p>
          In the profile of your account, you can download what is stored about you and delete the account.
          For anything else, write to the contact above.
        </p>
      </LegalSection>

      <LegalSection title="Service information">
        <p>
          The service is free of charge and provided as is, without guaranteed availability. Prices are in the
          game's currency; nothing is bought or sold on this site.
        </p>
      </LegalSection>
    </div>
  );
}

function DataList({ parts }: { parts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2.5 md:grid-cols-[9rem_1fr]">
      {parts.map(([term, text]) => (
        <div key={term} className="contents">
          <dt className="font-medium text-ink">{term}</dt>
          <dd className="max-md:-mt-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function ProviderSections() {
  const query = trpc.legal.notice.useQuery({});
  const { data: provider, error } = query;
  if (!provider && error)
    return (
      <LegalSection title="Provider">
        <QueryError banner query={query} message="Failed to load the provider details" />
      </LegalSection>
    );
  return (
    <>
      <LegalSection title="Provider">{provider ? <ProviderText {...provider} /> : SKELETON}</LegalSection>
      <LegalSection title="Contact">{provider ? <Contact {...provider} /> : SKELETON}</LegalSection>
    </>
  );
}

const SKELETON = <Skeleton className="h-12" />;

function ProviderText({ name, address, responsible }: LegalNotice) {
  return (
    <>
      {name ? <p>{name}</p> : <Unset what="a name" />}
      {address ? <Lines>{address}</Lines> : <Unset what="a postal address" />}
      {responsible && (
        <div>
          <p className="font-medium text-ink">Responsible for the content</p>
          <Lines>{responsible}</Lines>
        </div>
      )}
    </>
  );
}

function Contact({ email, phone }: LegalNotice) {
  if (!email && !phone) return <Unset what="a contact" />;
  return (
    <>
      {email ? (
        <p>
          <a href={`mailto:${email}`} className="link touch-target inline-block">
            {email}
          </a>
        </p>
      ) : (
        <Unset what="an email address" />
      )}
      {phone && (
        <p>
          Phone{' '}
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="link">
            {phone}
          </a>
        </p>
      )}
    </>
  );
}

const Lines = ({ children }: { children: ReactNode }) => (
  <address className="whitespace-pre-line break-words not-italic">{children}</address>
);

function Unset({ what }: { what: string }) {
  return <p className="text-ink-faint italic">The operator has not published {what} yet.</p>;
}

function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-6">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      <div className="space-y-3 text-base text-ink-soft">{children}</div>
    </section>
  );
}
