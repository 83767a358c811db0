import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { DomainError } from '../../lib/errors.ts';
import type { CodeRefusal } from './second-factor.ts';

const MESSAGE_BY_REASON = {
  malformed: MESSAGES.codeInvalid,
  wrong: 'This code is wrong. Please check it and try again.',
  used: 'This code was already used. Please wait for the next one.',
  spent: 'This recovery code was already used. Please enter another one.',
};

/** @param kind as for `refusalError` */
export const wrongPasskey = (kind: 'unauthenticated' | 'invalid') =>
  new DomainError(kind, 'PASSKEY_REFUSED', MESSAGES.passkeyRefused);

/**
 * The error for a refused code: 429 while blocked, otherwise of the given kind.
 *
 * @param kind `unauthenticated` at sign-in, `invalid` in the settings (docs/api.md "Ground rules")
 */
export function refusalError(
  { reason, waitSeconds }: CodeRefusal,
  kind: 'unauthenticated' | 'invalid',
): DomainError {
  const wait = waitSeconds === null ? {} : { retryAfter: waitSeconds };
  if (reason === 'blocked')
    return new DomainError('rate_limited', 'CODE_BLOCKED', MESSAGES.twoFactorWait(waitSeconds ?? 0), wait);
  const short = waitSeconds === LIMITS.wrongCodes.blockSeconds;
  const message =
    waitSeconds === null
      ? MESSAGE_BY_REASON[reason]
      : short
        ? MESSAGES.twoFactorBlocked
        : MESSAGES.twoFactorWait(waitSeconds);
  return new DomainError(kind, 'WRONG_CODE', message, {
    ...wait,
    details: [message],
    fields: { token: message },
  });
}
