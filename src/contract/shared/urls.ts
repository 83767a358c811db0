import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Whether the text is an absolute http or https URL without spaces, control characters or text that cannot be stored. */
export const isHttpUrl = (text: string): boolean =>
  // The `URL` parser also accepts `https:host` and `https://.`.
  /^https?:\/\/[^/?#]*[\p{L}\p{N}]/iu.test(text) &&
  !/[\s\p{Cc}\p{Cf}\p{Cs}\ufffd"<>\\^`{|}]/u.test(text) &&
  URL.canParse(text);

/** Whether a URL has a user name or password. They reveal a secret, or make another host look like the link's. */
function hasUserInfo(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}

/** Escapes what browsers leave unescaped in copied addresses. */
const escapedUrl = (text: string): string => text.replace(/[\^`{|}]/g, encodeURIComponent);

/** `forums.example.com/t/77`, perhaps with a port. */
const HOST_AND_PATH = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?\/\S*$/u;

/** A link that was copied without its scheme, with `https://`; any other text as it is. */
export const withScheme = (text: string): string =>
  HOST_AND_PATH.test(text.trim()) ? `https://${text.trim()}` : text;

/** Why `isHttpUrl` refuses a text. */
function urlIssue(text: string): string {
  if (!/^https?:\/\//i.test(text)) return 'must be a web address that starts with http:// or https://';
  if (/\s/.test(text)) return 'must not contain spaces';
  if (/["<>\\]/.test(text)) return 'must not contain ", <, > or \\';
  if (/[\p{C}\ufffd]/u.test(text)) return 'contains a character that is not allowed';
  return 'must have a valid host name and, if any, a port up to 65535';
}

/**
 * A link to the proof: http or https, without a user name, 2,048 characters at most; blank counts as absent
 * (docs/product.md "Validation").
 */
export const zProofUrl = z
  .string({ error: 'Proof URL must be text' })
  .trim()
  .overwrite(escapedUrl)
  .max(LIMITS.proofUrl.max, { error: `Proof URL can be at most ${LIMITS.proofUrl.max} characters long` })
  .refine((text) => text === '' || isHttpUrl(text), {
    error: ({ input }) => `Proof URL ${urlIssue(String(input))}`,
    abort: true,
  })
  .refine((text) => !hasUserInfo(text), {
    error: 'Proof URL must not contain a user name or password: remove the part before the @',
  })
  .transform((text) => (text === '' ? null : text.replace(/^https?:/i, (scheme) => scheme.toLowerCase())));

/** Only Discord webhook URLs: any other URL would let a setting send requests into the internal network (SSRF). */
const WEBHOOK =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/;

/** Maximum length of a webhook URL, in characters. */
export const WEBHOOK_MAX = 300;
export const WEBHOOK_RULE = 'must be a Discord webhook such as https://discord.com/api/webhooks/…';

export const isDiscordWebhook = (url: string): boolean => WEBHOOK.test(url);
