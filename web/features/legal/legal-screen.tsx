import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { LegalSection } from './legal-section.tsx';
import { ProviderSections } from './provider-sections.tsx';

/** Legal Notice: provider, contact, disclaimer, data protection, service information (docs/product.md "Screens"). */
export default function LegalScreen() {
  usePageTitle('Legal Notice');
  return (
    <div className="mx-auto max-w-prose">
      <PageHeader title="Legal Notice">
        Who runs this site, what it answers for, and what it keeps.
      </PageHeader>

      <ProviderSections />

      <LegalSection title="Disclaimer">
        <p>
          MarketDex is a project of players. It is not affiliated with, endorsed by or connected to the game,
          its makers or its owners. Names of the game belong to their holders and are used here only to say
          what was sold.
        </p>
        <p>
          Sales are entered by users and reviewed by volunteers with care, but without warranty: a price here
          says what somebody paid once, not what something is worth. Proof links lead to sites of others, who
          alone answer for what stands there.
        </p>
      </LegalSection>

      <LegalSection title="Data protection">
        <p>
          Browsing needs no account. No advertising, no analytics and no cookies are used. Data is not shared.
        </p>
        <Facts
          facts={[
            [
              'Accounts',
              'Username, email address, role, and the times of registering and of the last sign-in. The password is kept only as a hash from which it cannot be read back.',
            ],
            [
              'Submissions',
              'The sale with its proof link, who sent it and when, and the decision of the review. Sales stay when approved; rejected ones are stored but hidden.',
            ],
            [
              'In your browser',
              'Once signed in, the session token and your account’s details, and the theme if you chose one, in local storage. Logging out removes the first two.',
            ],
            [
              'Server logs',
              'Address and time of a request, to find faults and to hold off abuse; they are deleted after a while.',
            ],
            [
              'Pictures',
              'Are loaded by your browser from public image hosts, which thereby learn its network address, but not the page you are on.',
            ],
          ]}
        />
        <p>
          To learn what is kept about you, to have it corrected or deleted, write to the contact named above.
        </p>
      </LegalSection>

      <LegalSection title="Service information">
        <p>
          The service is free of charge and is offered as it is, without a promise that it is always there.
          Prices are in the game’s currency; nothing is bought or sold on this site.
        </p>
      </LegalSection>
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2.5 md:grid-cols-[9rem_1fr]">
      {facts.map(([term, text]) => (
        <div key={term} className="contents">
          <dt className="font-medium text-ink">{term}</dt>
          <dd className="max-md:-mt-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
