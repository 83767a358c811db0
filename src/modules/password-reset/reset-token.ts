import { createHmac } from 'node:crypto';
import { deriveKey, sha256 } from '../../lib/crypto.ts';

/**
 * The token of a reset: 256 bits derived from the row's id with the application's secret. The job carries only the
 * id, and a mail that is sent again contains the same link (docs/security.md "Decided").
 */
export const resetToken = (secret: string, resetId: string): string =>
  createHmac('sha256', deriveKey(secret, 'password-reset')).update(resetId).digest('base64url');

/**
 * Derives the token of a row that was created with the current secret or a former one.
 *
 * @throws Error when the row was created with none of the secrets.
 */
export function tokenOf(
  { id, tokenHash }: { id: string; tokenHash: string },
  secrets: readonly string[],
): string {
  const token = secrets.map((secret) => resetToken(secret, id)).find((made) => sha256(made) === tokenHash);
  if (token === undefined)
    throw new Error('This reset was created with none of the secrets in APP_SECRET and APP_SECRETS_OLD');
  return token;
}
