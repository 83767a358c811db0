import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { errorText } from '../lib/server/errors.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/form-messages.tsx';

/** Whether this browser can use passkeys at this address. */
export const supportsPasskeys = (): boolean =>
  isSecureContext && typeof globalThis.PublicKeyCredential === 'function';

/** Asks the browser to create a passkey. @throws the browser's error */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON });
}

/** Asks the browser to use a passkey. @throws the browser's error */
export async function getPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON });
}

const NO_PASSKEY = 'The browser did not get a passkey. Please try again.';

const BROWSER_ERRORS: Record<string, string> = {
  NotAllowedError: NO_PASSKEY,
  AbortError: NO_PASSKEY,
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this URL.',
};

/** The sentence for a failed use of a passkey: the browser's error or the server's. */
const passkeyErrorText = (error: unknown, fallback: string): string =>
  (error instanceof Error && BROWSER_ERRORS[error.name]) ||
  errorText(error, fallback, MESSAGES.networkFailed);

interface PasskeyButtonProps<T> extends Pick<ComponentProps<typeof Button>, 'variant' | 'className' | 'ref'> {
  label: string;
  run: () => Promise<T>;
  onDone: (answer: T) => unknown;
  onFailed?: () => unknown;
  /** The error text when neither browser nor server explains a failure. */
  fallback: string;
}

/** A button that involves a passkey; nothing in a browser that has none. */
export function PasskeyButton<T>(props: PasskeyButtonProps<T>) {
  const { label, run, onDone, onFailed, fallback, ...button } = props;
  const use = useMutation({ mutationFn: run, gcTime: 0, onSuccess: onDone, onError: onFailed });
  if (!supportsPasskeys()) return null;
  return (
    <>
      <Button {...button} icon={KeyRound} pending={use.isPending} onClick={() => use.mutate()}>
        {label}
      </Button>
      {use.error && <FormAlert>{passkeyErrorText(use.error, fallback)}</FormAlert>}
    </>
  );
}

/** Between a passkey and the other way to do the same. */
export const OrDivider = () => (
  <p className="flex items-center gap-3 text-sm text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    or
  </p>
);
