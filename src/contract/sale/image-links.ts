import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { orList } from '../shared/lists.ts';
import { tooLong, zRequiredText } from '../shared/primitives.ts';
import { isHttpUrl } from '../shared/urls.ts';

/** The image host whose page links are converted to direct links (docs/product.md "Records"). */
const PAGES = /^(?:www\.|m\.)?imgur\.com$/;
const PICTURES = 'i.imgur.com';
/** Links are often copied without a scheme. */
const SCHEMELESS = /^(?:(?:www|m|i)\.)?imgur\.com\//i;
const PICTURE_NAME = /\.(?:avif|gif|jpe?g|png|webp)$/i;
/** A video also exists as a picture, under the same name. */
const VIDEO = /\.(?:gifv|mp4|webm)$/i;

/**
 * The direct link of an image. A page of the image host, such as `imgur.com/abc`, `imgur.com/gallery/abc` or
 * `imgur.com/a/abc?x=1`, becomes `https://i.imgur.com/abc.jpg`, from the last segment of its path. A file extension
 * of a picture is kept. Other links only change to https and lose a user name. Null
 * for an invalid URL.
 */
export function directImageLink(link: string): string | null {
  const typed = link.trim();
  const address = SCHEMELESS.test(typed) ? `https://${typed}` : typed;
  if (!isHttpUrl(address)) return null;
  const url = new URL(address);
  url.protocol = 'https:';
  // Browsers do not load a picture whose link has a user name.
  url.username = '';
  url.password = '';
  if (!PAGES.test(url.hostname) && url.hostname !== PICTURES) return url.href;
  const name = url.pathname.split('/').findLast((segment) => segment !== '');
  if (name === undefined) return url.href;
  if (url.hostname === PICTURES && PICTURE_NAME.test(name)) return url.href;
  return `https://${PICTURES}/${PICTURE_NAME.test(name) ? name : `${name.replace(VIDEO, '')}.jpg`}`;
}

/** Error message for an image link on a host that is not allowed; null when it is allowed. */
export function imageHostError(link: string, hosts: readonly string[]): string | null {
  const host = URL.parse(link)?.host;
  if (host !== undefined && hosts.includes(host)) return null;
  return `Images must be hosted at ${orList(hosts)}`;
}

/** An image link, as its direct link. */
export const zImageLink = (what: string) =>
  zRequiredText(what)
    .trim()
    .min(1, { error: `${what} is required` })
    .max(LIMITS.proofUrl.max, tooLong(what, LIMITS.proofUrl.max))
    .transform((link, context) => {
      const direct = directImageLink(link);
      if (direct !== null) return direct;
      context.addIssue(`${what} must be a web address that starts with http:// or https://`);
      return z.NEVER;
    })
    // Escapes make the direct link up to nine times as long.
    .refine((direct) => direct.length <= LIMITS.proofUrl.max, tooLong(what, LIMITS.proofUrl.max));
