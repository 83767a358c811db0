import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { PATHS, SECURITY_PATH } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { LinkButton } from '../ui/button.tsx';

/** For a signed-in user who lacks the role that a screen requires. */
export function AccessDenied({ message }: { message: string }) {
  return (
    <Denied message={message}>
      <LinkButton href={PATHS.market}>Browse data</LinkButton>
    </Denied>
  );
}

/** For staff without the second factor that its role requires. */
export function FactorRequired() {
  return (
    <Denied message="Your role requires a second factor.">
      <p className="text-base text-ink-soft">
        Set up an authenticator app or a passkey, and this screen opens again. Your own submissions and your
        account work as before.
      </p>
      <LinkButton variant="primary" href={SECURITY_PATH}>
        Set up a second factor
      </LinkButton>
    </Denied>
  );
}

function Denied({ message, children }: { message: string; children: ReactNode }) {
  usePageTitle('Access denied');
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-5 px-4 py-20 text-center">
      <Lock aria-hidden className="size-8 text-ink-faint" strokeWidth={1.5} />
      <div role="alert">
        <h1 className="text-lg font-semibold">{message}</h1>
      </div>
      {children}
    </div>
  );
}
