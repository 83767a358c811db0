import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { type Answers, trpc } from '../lib/server/trpc.ts';
import { NO_RESPONSE, writeErrorText } from '../lib/server/write-outcome.ts';
import { useOnChange } from '../lib/use-on-change.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FormAlert, FormSuccess } from '../ui/form-messages.tsx';
import { focusWhenShown, takeLostFocus } from '../ui/hooks/focus.ts';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { QueryPlaceholder } from '../ui/states/states.tsx';
import { CodeForm } from './code-form.tsx';
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

const CODES_NOT_SHOWN =
  'The recovery codes were not shown here. For new ones, disable 2FA and set it up again.';

type Status = Answers['twoFactor']['status'];

/** What became of the last change. */
interface Outcome {
  /** New recovery codes, until the user has kept them. */
  codes?: string[];
  notice?: string;
  /** It may be enabled, but its recovery codes did not arrive. */
  maybeEnabled?: boolean;
}

/** A warning is shown when at most this many codes are left. */
const FEW_CODES = 3;

/** The account's second factor: its state, set-up and removal (docs/product.md "States"). */
export function TwoFactorPanel({ username }: { username: string }) {
  const utils = trpc.useUtils();
  const query = trpc.twoFactor.status.useQuery({});
  const status = query.data;
  const [{ codes, notice, maybeEnabled }, setOutcome] = useState<Outcome>({});
  const panel = useRef<HTMLDivElement>(null);
  // What had the focus is gone: the codes, or the form that disabled it.
  useOnChange(codes !== undefined, () => takeLostFocus(panel.current));
  useOnChange(status?.is2FAEnabled, () => takeLostFocus(panel.current));

  /** Turning it on or off ends the other sessions. */
  function changed(outcome: Outcome) {
    setOutcome(outcome);
    void utils.twoFactor.status.invalidate();
    void utils.sessions.list.invalidate();
  }

  if (codes)
    return (
      <RecoveryCodes
        message="Two-factor authentication is on. Your other sessions have ended."
        codes={codes}
        username={username}
        onKept={() => setOutcome({})}
      />
    );
  if (!status)
    return (
      <QueryPlaceholder
        query={query}
        message={MESSAGES.twoFactorStatusFailed}
        className="h-76 md:h-60 xl:h-53"
      />
    );
  return (
    <div ref={panel} className="space-y-5">
      <State status={status} />
      <FormSuccess>{notice}</FormSuccess>
      <FormAlert>{maybeEnabled && status.is2FAEnabled && CODES_NOT_SHOWN}</FormAlert>
      {status.is2FAEnabled ? (
        <Disable withPasskey={status.passkeys > 0} onDisabled={(message) => changed({ notice: message })} />
      ) : (
        <Enable
          withPasskey={status.passkeys > 0}
          onStart={() => setOutcome({})}
          onEnabled={(recoveryCodes) => changed({ codes: recoveryCodes })}
          onMaybeEnabled={() => changed({ maybeEnabled: true })}
        />
      )}
      <AuthenticatorApps />
    </div>
  );
}

function AuthenticatorApps() {
  return (
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
  );
}

function State({ status: { is2FAEnabled, passkeys, recoveryCodesLeft } }: { status: Status }) {
  const on = is2FAEnabled || passkeys > 0;
  const few = recoveryCodesLeft <= FEW_CODES;
  const Icon = on ? ShieldCheck : ShieldOff;
  return (
    <div className="space-y-2">
      <Badge tone={on ? 'approved' : 'neutral'}>
        <Icon aria-hidden className="size-3.5" />
        {is2FAEnabled ? 'Enabled' : on ? 'Enabled with a passkey' : 'Disabled'}
      </Badge>
      {on && (
        <p className={few ? 'text-base text-pending' : 'text-base text-ink-soft'}>
          {recoveryCodesLeft} of {LIMITS.twoFactor.recoveryCodes} recovery codes left. For new ones,{' '}
          {is2FAEnabled ? 'disable 2FA and set it up again' : 'set up 2FA'}.
        </p>
      )}
    </div>
  );
}

interface EnableProps {
  /** A passkey is the second factor so far. */
  withPasskey: boolean;
  onStart: () => void;
  onEnabled: (recoveryCodes: string[]) => void;
  /** Called when it may be enabled, but its recovery codes did not arrive. */
  onMaybeEnabled: () => void;
}

function Enable({ withPasskey, onStart, ...after }: EnableProps) {
  const [isCancelled, setCancelled] = useState(false);
  const utils = trpc.useUtils();
  const setup = trpc.twoFactor.setup.useMutation({
    gcTime: 0,
    // It may have been turned on in another tab.
    onError: () => utils.twoFactor.status.invalidate(),
  });

  function start() {
    onStart();
    setup.mutate({});
  }
  function cancel() {
    setCancelled(true);
    setup.reset();
  }

  if (setup.data) return <SetUp setup={setup.data} {...after} onCancel={cancel} />;
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-base text-ink-soft">
        {withPasskey
          ? 'After your password, logging in requires a passkey or a recovery code. Once 2FA is set up, a code from an app on your phone also works.'
          : 'Once enabled, logging in also requires a code from an app on your phone.'}{' '}
        The code changes every {LIMITS.twoFactor.stepSeconds} seconds.
      </p>
      <FormAlert>
        {setup.error &&
          writeErrorText(
            setup.error,
            MESSAGES.twoFactorSetupFailed,
            `${MESSAGES.twoFactorSetupFailed}. ${NO_RESPONSE}`,
          )}
      </FormAlert>
      <Button
        ref={isCancelled ? focusWhenShown : undefined}
        variant="primary"
        pending={setup.isPending}
        onClick={start}
      >
        Set up 2FA
      </Button>
    </div>
  );
}

interface DisableProps {
  /** A passkey is another second factor, which stays. */
  withPasskey: boolean;
  onDisabled: (message: string) => void;
}

/** Removes the authenticator app after a confirmation and a code (docs/product.md "States"). */
function Disable({ withPasskey, onDisabled }: DisableProps) {
  const [asking, setAsking] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  const [isCancelled, setCancelled] = useState(false);
  const disable = trpc.twoFactor.disable.useMutation({ gcTime: 0 });

  function cancel() {
    setCancelled(true);
    setConfirmed(false);
  }

  if (confirmed)
    return (
      <div className="max-w-sm">
        <h3 className="mb-3 text-base font-semibold">Confirm with a code</h3>
        <CodeForm
          recovery
          takesFocus
          danger
          submitLabel="Disable 2FA"
          fallback={MESSAGES.twoFactorDisableFailed}
          submit={(token) => disable.mutateAsync({ token })}
          onDone={({ message }) => onDisabled(message)}
          back={<Button onClick={cancel}>Cancel</Button>}
        />
      </div>
    );
  return (
    <>
      <p className="max-w-prose text-base text-ink-soft">
        Disabling requires a code from your app. If you lost it, a recovery code also works.
      </p>
      <Button ref={isCancelled ? focusWhenShown : undefined} variant="danger" onClick={() => setAsking(true)}>
        Disable 2FA
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Disable 2FA?"
        confirmLabel="Continue"
        danger
        onConfirm={() => setConfirmed(true)}
      >
        {MESSAGES.twoFactorDisableConfirm}{' '}
        {withPasskey ? 'Your passkeys and recovery codes keep working.' : 'Your recovery codes stop working.'}{' '}
        Your other sessions end. You can set it up again at any time. Next, enter a code from your app or a
        recovery code.
      </ConfirmDialog>
    </>
  );
}
