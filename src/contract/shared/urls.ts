import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** True for an absolute http or https address without blanks or control characters. */
export const isHttpUrl = (text: string): boolean =>
  // `new URL` alone reads `https:host` as an address too.
  /^https?:\/\/[^/?#]/i.test(text) && !/[\s\p{Cc}\p{Cf}"<>\\^`{|}]/u.test(text) && URL.canParse(text);

/** A link to the proof: http or https, 2,048 characters at most; blank counts as absent (docs/api.md "Sales"). */
export const zProofUrl = z
  .string({ error: 'Proof URL must be a text' })
  .trim()
  .max(LIMITS.proofUrl.max, { error: `Proof URL can be at most ${LIMITS.proofUrl.max} characters long` })
  .refine((text) => text === '' || isHttpUrl(text), {
    error: 'Proof URL must be a web address that starts with http:// or https://',
  })
  .transform((text) => (text === '' ? null : text.replace(/^https?:/i, (scheme) => scheme.toLowerCase())));
