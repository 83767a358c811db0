import { createHash, hkdfSync, randomBytes } from 'node:crypto';

/** An unguessable token of 256 bits, in URL-safe text. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hexadecimal: how tokens are stored and contents compared. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A 256-bit key for one purpose, from the application's secret; the keys of two purposes tell nothing of each other. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `marketdex ${purpose}`, 32));
