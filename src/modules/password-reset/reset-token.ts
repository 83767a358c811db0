import { createHmac } from 'node:crypto';
import { deriveKey, sha256 } from '../../lib/crypto.ts';

/**
 * The token of a reset: 256 bits that only who has the application's secret can make from the row's id. So a
 * job carries the id alone, and a mail that is sent again has the same link (docs/security.md "Decided").
 */
export const resetToken = (secret: string, resetId: string): string =>
  createHmac('sha256', deriveKey(secret, 'password-reset')).update(resetId).digest('base64url');

/**
 * The token again, from a row made under the secret in force or a former one.
 *
 * @throws Error when the row was made under none of the secrets.
 */
export function tokenOf(
  { id, tokenHash }: { id: string; tokenHash: string },
  secrets: readonly string[],
): string {
  const token = secrets.map((secret) => resetToken(secret, id)).find((made) => sha256(made) === tokenHash);
  if (token === undefined) throw new Error('No secret of APP_SECRET or APP_SECRETS_OLD made this reset');
  return token;
}
