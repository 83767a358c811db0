import { isHttpUrl } from '../shared/urls.ts';

/** The image host whose pages are turned into pictures (docs/product.md "Records"). */
const PAGES = /^(?:www\.|m\.)?imgur\.com$/;
const PICTURES = 'i.imgur.com';
/** As people copy them. */
const SCHEMELESS = /^(?:(?:www|m|i)\.)?imgur\.com\//i;
const PICTURE_NAME = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/**
 * The direct link of a picture: a page of the image host, such as `imgur.com/abc`, `imgur.com/gallery/abc` or
 * `imgur.com/a/abc?x=1`, becomes `https://i.imgur.com/abc.jpg` by the last segment of its path. A name that has an
 * ending keeps it. Other links stay as they are, but always with https. Null for what is no web address.
 */
export function directImageLink(link: string): string | null {
  const typed = link.trim();
  const address = SCHEMELESS.test(typed) ? `https://${typed}` : typed;
  if (!isHttpUrl(address)) return null;
  const url = new URL(address);
  url.protocol = 'https:';
  if (!PAGES.test(url.hostname) && url.hostname !== PICTURES) return url.href;
  const name = url.pathname.split('/').findLast((segment) => segment !== '');
  if (name === undefined) return url.href;
  if (url.hostname === PICTURES && PICTURE_NAME.test(name)) return url.href;
  return `https://${PICTURES}/${name}${PICTURE_NAME.test(name) ? '' : '.jpg'}`;
}

/** What keeps a link from being shown as a picture, as a sentence; null when nothing does. */
export function imageHostError(link: string, hosts: readonly string[]): string | null {
  const host = URL.parse(link)?.host;
  if (host !== undefined && hosts.includes(host)) return null;
  return `Pictures can be at ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(hosts)} only`;
}
