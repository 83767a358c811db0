import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Whether the text is an absolute http or https URL without spaces or control characters. */
export const isHttpUrl = (text: string): boolean =>
  // The `URL` parser also accepts `https:host`.
  /^https?:\/\/[^/?#]/i.test(text) && !/[\s\p{Cc}\p{Cf}"<>\\^`{|}]/u.test(text) && URL.canParse(text);

/** A link to the proof: http or https, 2,048 characters at most; blank counts as absent (docs/api.md "Sales"). */
export const zProofUrl = z
  .string({ error: 'Proof URL must be text' })
  .trim()
  .max(LIMITS.proofUrl.max, { error: `Proof URL can be at most ${LIMITS.proofUrl.max} characters long` })
  .refine((text) => text === '' || isHttpUrl(text), {
    error: 'Proof URL must be a web address that starts with http:// or https://',
  })
  .transform((text) => (text === '' ? null : text.replace(/^https?:/i, (scheme) => scheme.toLowerCase())));
