import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { errorText } from '../lib/server/errors.ts';

/** Whether this browser can use passkeys at this address. */
export const supportsPasskeys = (): boolean =>
  isSecureContext && typeof globalThis.PublicKeyCredential === 'function';

/** Asks the browser to create a passkey. @throws the browser's error, for `passkeyErrorText` */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON });
}

/** Asks the browser to use a passkey. @throws the browser's error, for `passkeyErrorText` */
export async function getPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON });
}

const NO_PASSKEY = 'The browser did not get a passkey. Please try again.';

const BROWSER_ERRORS: Record<string, string> = {
  NotAllowedError: NO_PASSKEY,
  AbortError: NO_PASSKEY,
  InvalidStateError: 'This device has a passkey of your account already.',
  SecurityError: 'Passkeys do not work at this address of the site.',
};

/** The sentence for a failed use of a passkey: the browser's error or the server's. */
export const passkeyErrorText = (error: unknown, fallback: string): string =>
  (error instanceof Error && BROWSER_ERRORS[error.name]) ||
  errorText(error, fallback, MESSAGES.networkFailed);
