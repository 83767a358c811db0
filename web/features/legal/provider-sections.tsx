import type { ReactNode } from 'react';
import type { LegalNotice } from '../../../src/contract/admin/settings.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { QueryError } from '../../ui/query-error.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { LegalSection } from './legal-section.tsx';

/** The provider and contact details from the settings. */
export function ProviderSections() {
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
      <LegalSection title="Provider">{provider ? <ProviderText {...provider} /> : <Loading />}</LegalSection>
      <LegalSection title="Contact">{provider ? <Contact {...provider} /> : <Loading />}</LegalSection>
    </>
  );
}

const Loading = () => <Skeleton className="h-12" />;

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
  if (!email && !phone) return <Unset what="a contact address" />;
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

/** States that information is missing. */
function Unset({ what }: { what: string }) {
  return <p className="text-ink-faint italic">The operator has not published {what} yet.</p>;
}
