import { useState } from 'react';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { trpc } from '../lib/server/trpc.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/overlays/dialog.tsx';
import { CodeForm } from './code-form.tsx';

type Stage = 'idle' | 'asked' | 'confirmed';

interface DisableProps {
  /** A passkey is another second factor, which stays. */
  withPasskey: boolean;
  onDisabled: (message: string) => void;
}

/** Removes the authenticator app after a confirmation and a code (docs/product.md "States"). */
export function Disable({ withPasskey, onDisabled }: DisableProps) {
  const [stage, setStage] = useState<Stage>('idle');
  const disable = trpc.twoFactor.disable.useMutation({ gcTime: 0 });

  if (stage === 'confirmed')
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
          back={<Button onClick={() => setStage('idle')}>Cancel</Button>}
        />
      </div>
    );
  return (
    <>
      <Button variant="danger" onClick={() => setStage('asked')}>
        Disable 2FA
      </Button>
      <ConfirmDialog
        open={stage === 'asked'}
        onClose={() => setStage('idle')}
        title="Disable 2FA?"
        confirmLabel="Continue"
        danger
        onConfirm={() => setStage('confirmed')}
      >
        {MESSAGES.twoFactorDisableConfirm}{' '}
        {withPasskey ? 'Your passkeys and recovery codes keep working.' : 'Your recovery codes stop working.'}{' '}
        Your other sessions end. You can set it up again at any time.
      </ConfirmDialog>
    </>
  );
}
