import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { errorText } from '../lib/server/errors.ts';
import { type Answers, trpc } from '../lib/server/trpc.ts';
import { useKept } from '../lib/server/use-kept.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/form-alert.tsx';
import { FormSuccess } from '../ui/form-success.tsx';
import { QueryError } from '../ui/query-error.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Disable } from './disable.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';

/** Authenticator apps that can scan the code and produce six digits every 30 seconds. */
const AUTHENTICATOR_APPS = [
  'Google Authenticator',
  'Microsoft Authenticator',
  'Authy',
  'Aegis',
  '2FAS',
  'Bitwarden',
  '1Password',
  'Ente Auth',
] as const;

type Status = Answers['twoFactor']['status'];

/** A warning is shown when at most this many codes are left. */
const FEW_CODES = 3;

/**
 * The account's second factor: its state, set-up and removal (docs/product.md "Screens", docs/product.md "States").
 */
export function TwoFactorPanel({ username }: { username: string }) {
  const utils = trpc.useUtils();
  const query = trpc.twoFactor.status.useQuery({});
  const status = useKept(query.data, username);
  const [newCodes, setNewCodes] = useState<string[] | null>(null);
  const [notice, setNotice] = useState<string | null>(null);

  /** Turning it on or off ends the other sessions. */
  function changed() {
    void utils.twoFactor.status.invalidate();
    void utils.sessions.list.invalidate();
  }

  if (newCodes)
    return (
      <RecoveryCodes
        message="Two-factor authentication is on. Your other sessions have ended."
        codes={newCodes}
        username={username}
        onKept={() => setNewCodes(null)}
      />
    );
  if (!status)
    return query.isError ? (
      <QueryError query={query} message={MESSAGES.twoFactorStatusFailed} />
    ) : (
      <Skeleton className="h-32" />
    );
  return (
    <div className="space-y-5">
      <State status={status} />
      <FormSuccess>{notice}</FormSuccess>
      {status.is2FAEnabled ? (
        <Disable
          onDisabled={(message) => {
            setNotice(message);
            changed();
          }}
        />
      ) : (
        <Enable
          onEnabled={(codes) => {
            setNewCodes(codes);
            setNotice(null);
            changed();
          }}
        />
      )}
    </div>
  );
}

function State({ status: { is2FAEnabled, recoveryCodesLeft } }: { status: Status }) {
  const few = recoveryCodesLeft <= FEW_CODES;
  return (
    <div className="space-y-2">
      <Badge tone={is2FAEnabled ? 'approved' : 'neutral'}>
        {is2FAEnabled ? (
          <ShieldCheck aria-hidden className="size-3.5" />
        ) : (
          <ShieldOff aria-hidden className="size-3.5" />
        )}
        {is2FAEnabled ? 'Enabled' : 'Disabled'}
      </Badge>
      {is2FAEnabled && (
        <p className={few ? 'text-base text-pending' : 'text-base text-ink-soft'}>
          {recoveryCodesLeft} of {LIMITS.twoFactor.recoveryCodes} recovery codes left.
          {few && ' For new ones, disable 2FA and set it up again.'}
        </p>
      )}
    </div>
  );
}

/** Explains the second factor and starts its set-up. */
function Enable({ onEnabled }: { onEnabled: (recoveryCodes: string[]) => void }) {
  const utils = trpc.useUtils();
  const setup = trpc.twoFactor.setup.useMutation({
    gcTime: 0,
    // It may have been turned on in another tab.
    onError: () => utils.twoFactor.status.invalidate(),
  });

  if (setup.data) return <SetUp setup={setup.data} onEnabled={onEnabled} onCancel={() => setup.reset()} />;
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-base text-ink-soft">
        Once enabled, signing in also requires a code from an app on your phone. The code changes every{' '}
        {LIMITS.twoFactor.stepSeconds} seconds.
      </p>
      <div>
        <h3 className="overline-label mb-2">Supported authenticator apps</h3>
        <ul className="flex flex-wrap gap-x-2 gap-y-1.5">
          {AUTHENTICATOR_APPS.map((app) => (
            <li key={app}>
              <Badge>{app}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <FormAlert>{setup.error && errorText(setup.error, MESSAGES.twoFactorSetupFailed)}</FormAlert>
      <Button variant="primary" pending={setup.isPending} onClick={() => setup.mutate({})}>
        Set up 2FA
      </Button>
    </div>
  );
}
