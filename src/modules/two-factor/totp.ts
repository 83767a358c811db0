import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import { CODE_PATTERN } from '../../contract/accounts/two-factor.ts';
import { LIMITS } from '../../contract/shared/limits.ts';

export const ISSUER = 'MarketDex';

/** Bytes of a new secret: 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

export const newSecret = (): string => generateSecret({ length: SECRET_BYTES });

/** The otpauth URI for the QR code that an authenticator app scans. */
export const otpAuthUri = (accountName: string, secret: string): string =>
  generateURI({ issuer: ISSUER, label: accountName, secret });

/**
 * The time step of a code: the current one, or the one before or after it (docs/security.md "Decided"). Null for a
 * wrong code.
 */
export async function timeStepOf(secret: string, code: string, now: Date): Promise<number | null> {
  // The library throws on malformed codes.
  if (!CODE_PATTERN.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: LIMITS.twoFactor.stepSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** A recovery code with 150 random bits in six groups: `abcde-fgh23-…`. */
export function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(30), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return (letters.match(/.{5}/g) ?? []).join('-');
}
