import { createHmac } from 'node:crypto';
import { deriveKey, sha256 } from './crypto.ts';

/**
 * The token of a mailed link: 256 bits derived from the id of its row with the application's secret. Jobs carry only the
 * id, and an email that is sent again contains the same link.
 *
 * @param purpose links of different purposes have independent tokens
 */
export const linkToken = (secret: string, purpose: string, id: string): string =>
  createHmac('sha256', deriveKey(secret, purpose)).update(id).digest('base64url');

interface TokenRow {
  id: string;
  tokenHash: string;
}

/** The token of a row; undefined when the row was created with none of the secrets. */
export const knownToken = (
  { id, tokenHash }: TokenRow,
  purpose: string,
  secrets: readonly string[],
): string | undefined =>
  secrets.map((secret) => linkToken(secret, purpose, id)).find((made) => sha256(made) === tokenHash);

/**
 * Derives the token of a row that was created with the current secret or a former one.
 *
 * @throws Error when the row was created with none of the secrets.
 */
export function tokenOf(row: TokenRow, purpose: string, secrets: readonly string[]): string {
  const token = knownToken(row, purpose, secrets);
  if (token === undefined)
    throw new Error('This link was created with none of the secrets in APP_SECRET and APP_SECRETS_OLD');
  return token;
}
