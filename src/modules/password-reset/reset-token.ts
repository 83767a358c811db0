import { linkToken } from '../../lib/link-token.ts';

export const RESET_PURPOSE = 'password-reset';

/** The token of a reset, which appears only in the mail (docs/security.md "Decided"). */
export const resetToken = (secret: string, resetId: string): string =>
  linkToken(secret, RESET_PURPOSE, resetId);
