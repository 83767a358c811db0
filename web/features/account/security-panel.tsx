import type { ReactNode } from 'react';
import { PasskeysPanel } from '../../two-factor/passkeys-panel.tsx';
import { TwoFactorPanel } from '../../two-factor/two-factor-panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

/** The security of an account: second factor, passkeys, sessions, password. */
export function SecurityPanel({ username }: { username: string }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-low">
      <div aria-hidden className="ruler" />
      <div className="divide-y divide-line">
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
      </div>
    </div>
  );
}

function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid gap-x-10 gap-y-4 px-4 py-6 md:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] md:px-6 md:py-8"
    >
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-ink-soft">{about}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
