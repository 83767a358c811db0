import { PasskeysPanel } from '../../two-factor/passkeys-panel.tsx';
import { TwoFactorPanel } from '../../two-factor/two-factor-panel.tsx';
import { Panel, Section } from '../../ui/page/panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

/** The security of an account: second factor, passkeys, sessions, password. */
export function SecurityPanel({ username }: { username: string }) {
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
        about="Sign in without a password. A passkey is also a second factor, and works on this site only."
      >
        <PasskeysPanel username={username} />
      </Section>
      <Section
        title="Sessions"
        about="Where you are signed in. End any session you do not recognise, then change your password."
      >
        <SessionList />
      </Section>
      <Section title="Password" about="Changing it signs out every other device.">
        <PasswordForm username={username} />
      </Section>
    </Panel>
  );
}
