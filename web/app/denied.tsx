import { Lock } from 'lucide-react';
import { PATHS, SECURITY_PATH } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { LinkButton } from '../ui/button.tsx';

interface DeniedProps {
  /** Why a user without the role may not open the screen. */
  message: string;
  /** The user has the role, but lacks the second factor that it requires. */
  needsFactor: boolean;
}

/** In place of a screen that the user may not open: why, and what they can do. */
export default function Denied({ message, needsFactor }: DeniedProps) {
  usePageTitle('Access denied');
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-5 px-4 py-20 text-center">
      <Lock aria-hidden className="size-8 text-ink-faint" strokeWidth={1.5} />
      <div role="alert">
        <h1 className="text-lg font-semibold text-balance">
          {needsFactor ? 'Your role requires a second factor.' : message}
        </h1>
      </div>
      {needsFactor ? (
        <>
          <p className="text-base text-ink-soft">
            Set up an authenticator app or a passkey to open this screen again. Your own submissions and your
            account work as before.
          </p>
          <LinkButton variant="primary" href={SECURITY_PATH}>
            Set up a second factor
          </LinkButton>
        </>
      ) : (
        <LinkButton href={PATHS.market}>Browse Data</LinkButton>
      )}
    </div>
  );
}
