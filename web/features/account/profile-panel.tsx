import { Panel, Section } from '../../ui/page/panel.tsx';
import { AddressForm } from './address-form.tsx';
import { DataDownload } from './data-download.tsx';
import { DeleteAccount } from './delete-account.tsx';

/** The account itself: its address, what is stored about it, and its end. */
export function ProfilePanel({ username }: { username: string }) {
  return (
    <Panel>
      <Section title="Email address" about="For signing in, for a forgotten password and for warnings.">
        <AddressForm />
      </Section>
      <Section
        title="Your data"
        about="Your profile, sessions, submissions and what you did, as a JSON file."
      >
        <DataDownload username={username} />
      </Section>
      <Section
        title="Delete account"
        about="Erases everything about you. Your sales stay, without your name."
      >
        <DeleteAccount username={username} />
      </Section>
    </Panel>
  );
}
