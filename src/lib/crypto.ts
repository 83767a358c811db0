import { createHash, randomBytes } from 'node:crypto';

/** An unguessable token of 256 bits, in URL-safe text. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hexadecimal: how tokens are stored and contents compared. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
