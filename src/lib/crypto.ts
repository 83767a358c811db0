import { hash, hkdfSync, randomBytes } from 'node:crypto';

/** An unguessable token of 256 bits, URL-safe. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hexadecimal: for storing tokens and comparing contents. */
export const sha256 = (text: string | Buffer): string => hash('sha256', text);

/** Derives a 256-bit key for one purpose from the application's secret. Keys for different purposes are independent. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `marketdex ${purpose}`, 32));
