import type { Config } from '../../config.ts';
import { PASSWORD_META } from '../../contract/accounts/password-rules.ts';
import { type CardSubject, cardPath, pagePath } from '../../contract/cards/card-paths.ts';
import { DEMO_META } from '../../contract/market/page-meta.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { escapeHtml } from '../../lib/html.ts';
import { type PageHead, SITE_TITLE } from '../../modules/pages/page-head.ts';
import { sharedCardUrl } from '../../modules/pages/shared-card.presenter.ts';

/** Maximum characters of a description; search engines and chats truncate it near this length. */
const DESCRIPTION = 300;

const meta = (key: 'name' | 'property', name: string, content: string) =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}" />`;

/** Where sites that embed the page find how. */
function oembedLink(publicUrl: string, card: CardSubject, title: string): string {
  const query = new URLSearchParams({ url: `${publicUrl}${pagePath(card)}`, format: 'json' });
  const href = escapeHtml(`${publicUrl}/oembed?${query}`);
  return `<link rel="alternate" type="application/json+oembed" href="${href}" title="${escapeHtml(title)}" />`;
}

/** The site's own card has no version: its page does not know the sales. */
const imageUrl = (publicUrl: string, { card, shared, description }: PageHead): string =>
  card.of === 'site'
    ? `${publicUrl}${cardPath(card)}`
    : sharedCardUrl(publicUrl, card, [shared, description]);

/**
 * The page-specific lines of a document's head.
 *
 * @param isDemo whether the site shows generated sales
 */
export function headHtml(
  head: PageHead,
  { publicUrl, passwordMinLength }: Pick<Config, 'publicUrl' | 'passwordMinLength'>,
  isDemo: boolean,
) {
  const { title, shared, description, card, indexed } = head;
  const url = `${publicUrl}${head.address}`;
  const about = description.slice(0, DESCRIPTION);
  return [
    `<title>${escapeHtml(title === SITE_TITLE ? title : `${title} · MarketDex`)}</title>`,
    meta('name', 'description', about),
    ...(indexed ? [] : [meta('name', 'robots', 'noindex')]),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    meta('property', 'og:site_name', 'MarketDex'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', shared),
    meta('property', 'og:description', about),
    meta('property', 'og:url', url),
    meta('property', 'og:image', imageUrl(publicUrl, head)),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', String(LIMITS.card.width)),
    meta('property', 'og:image:height', String(LIMITS.card.height)),
    meta('property', 'og:image:alt', shared),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(card.of === 'site' ? [] : [oembedLink(publicUrl, card, title)]),
    ...(passwordMinLength > LIMITS.password.min
      ? [meta('name', PASSWORD_META, String(passwordMinLength))]
      : []),
    ...(isDemo ? [meta('name', DEMO_META, 'generated')] : []),
  ].join('\n    ');
}

/** The default head lines of the built document; each page replaces them. */
const OWN = /\s*<title>[\s\S]*?<\/title>|\s*<meta\s+name="description"[^>]*>/g;

const ROOT = '<div id="root">';
/** The first script, and those that it imports. */
const SCRIPTS = /<script type="module"|<link rel="modulepreload"/g;

/** The HTML of a page that is inserted into the built document. */
interface PageParts {
  /** Of the head. */
  lines?: string;
  /** What makes the browser load scripts after those that every page has. */
  preloads?: string;
  /** What is shown until the scripts have loaded. */
  firstPaint?: string;
  /** What the scripts show. */
  data?: string;
}

/** Splits the built document for inserting the parts of a page. */
export function documentAround(html: string): (parts: PageParts) => string {
  const bare = html.replace(OWN, '');
  const at = bare.search(/\s*<meta name="color-scheme"|\s*<\/head>/);
  const headEnd = bare.search(/\s*<\/head>/);
  if (headEnd < 0) throw new Error('The built index.html has no head');
  const body = bare.indexOf(ROOT) + ROOT.length;
  const end = bare.indexOf('</div>', body);
  if (body < ROOT.length || end < 0) throw new Error('The built index.html has no #root');
  const after = end + '</div>'.length;
  const before = bare.slice(0, at);
  const head = bare.slice(at, headEnd);
  // What is shown first needs the styles, and the scripts only later.
  const headOfShown = head.replace(SCRIPTS, '$& fetchpriority="low"');
  const toRoot = bare.slice(headEnd, body);
  return ({ lines = '', preloads = '', firstPaint = '', data = '' }) => {
    const start = `${before}\n    ${lines}${firstPaint ? headOfShown : head}${preloads}${toRoot}`;
    return `${start}${firstPaint}${bare.slice(body, after)}${data}${bare.slice(after)}`;
  };
}
