import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** True for an absolute http or https address without blanks or control characters. */
export function isHttpUrl(text: string): boolean {
  if (/[\s\p{Cc}\p{Cf}"<>\\^`{|}]/u.test(text)) return false;
  try {
    const { protocol, hostname } = new URL(text);
    return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
  } catch {
    return false;
  }
}

/** A link to the proof: http or https, 2,048 characters at most; blank counts as absent (API.md "Sales"). */
export const zProofUrl = z
  .string({ error: 'Proof URL must be a text' })
  .trim()
  .max(LIMITS.proofUrl.max, { error: `Proof URL can be at most ${LIMITS.proofUrl.max} characters long` })
  .refine((text) => text === '' || isHttpUrl(text), {
    error: 'Proof URL must be a web address that starts with http:// or https://',
  })
  .transform((text) => (text === '' ? null : text));
