import { LIMITS } from '../shared/limits.ts';

/** The host of a proof, for display, and its canonical thread, for finding other sales with the same proof. */
interface Proof {
  host: string;
  thread: string;
}

/** The parts of a URL. `route` is the path as the forum software interprets it. */
interface ForumUrl {
  host: string;
  route: string;
  query: URLSearchParams;
}

/** Extracts the canonical thread for one type of forum; null when the URL is of a different type. */
type ThreadOf = (url: ForumUrl) => string | null;

/** A number without leading zeros, because ids are compared as text. */
const id = (digits: string | undefined) => digits?.replace(/^0+(?=\d)/, '') ?? '';

/** A thread with its id in the route. The pattern's first group is the prefix, the second the id. */
const inRoute =
  (pattern: RegExp, name: string): ThreadOf =>
  ({ host, route }) => {
    const found = pattern.exec(route);
    return found && `${host}${found[1] ?? ''}/${name}/${id(found[2])}`;
  };

/** A thread with its id in one of the parameters of a script; `write` prints its canonical form. */
const inQuery =
  (script: RegExp, names: readonly string[], write: (folder: string, number: string) => string): ThreadOf =>
  ({ host, route, query }) => {
    const folder = script.exec(route)?.[1];
    const number = names.map((name) => /^\d+/.exec(query.get(name) ?? '')?.[0]).find(Boolean);
    return folder === undefined || !number ? null : `${host}${write(folder, id(number))}`;
  };

/** An optional page or post after a thread. */
const PAGE_OR_POST = '(?:/(?:page|post|latest|unread|reply|comment)[^/]*(?:/\\d+)?)?';

const topic = (folder: string, number: string) => `${folder}/topic/${number}`;

/** Common forum software. Only the id identifies a thread, because its title can change. */
const FORUMS: readonly ThreadOf[] = [
  // reddit: all comments, subreddits and mirrors of a post count as the post.
  ({ host, route }) => {
    const found =
      /(?:^|\.)reddit\.com$/.test(host) && /^(?:\/(?:r|u|user)\/[^/]+)?\/comments\/(\w+)/.exec(route);
    const short = host === 'redd.it' && /^\/(\w+)$/.exec(route);
    const post = (found || short || [])[1];
    return post ? `reddit.com/comments/${post.toLowerCase()}` : null;
  },
  // Invision Community: /topic/12345-title/page/2/, also behind index.php? and index.php/.
  inRoute(new RegExp(`^(.*)/topic/(\\d+)(?:-[^/]*)?${PAGE_OR_POST}$`), 'topic'),
  inQuery(/^(.*?)(?:\/index\.php)?$/, ['showtopic'], topic),
  // XenForo: /threads/title.12345/page-3. vBulletin: /threads/12345-title/page3.
  inRoute(new RegExp(`^(.*)/threads/(?:[^/]*\\.)?(\\d+)(?:-[^/]*)?${PAGE_OR_POST}$`), 'threads'),
  // vBulletin: showthread.php?t=12345, showthread.php?12345-title/page2. MyBB: showthread.php?tid=12345.
  inRoute(new RegExp(`^(.*)/showthread\\.php/(\\d+)(?:-[^/]*)?${PAGE_OR_POST}$`), 'showthread.php'),
  inQuery(
    /^(.*)\/showthread\.php$/,
    ['t', 'tid', 'threadid'],
    (folder, number) => `${folder}/showthread.php/${number}`,
  ),
  // phpBB: viewtopic.php?f=1&t=2&start=20.
  inQuery(/^(.*)\/viewtopic\.php$/, ['t'], (folder, number) => `${folder}/viewtopic.php?t=${number}`),
  // Simple Machines: index.php?topic=123.40.
  inQuery(/^(.*?)(?:\/index\.php)?$/, ['topic'], (folder, number) => `${folder}/index.php?topic=${number}`),
  // Discourse: /t/title/123/4, /t/123/4.
  inRoute(/^(.*)\/t\/(?:(?!\d+(?:\/|$))[^/]+\/)?(\d+)(?:\/\d+)?$/, 't'),
];

/** Parameters for tracking and sessions, which do not identify the page. */
const TRACKING =
  /^(?:utm_.*|(?:fb|g|dc|ms|tw|ig|y)cl(?:s|k)?id|msclkid|igshid?|mc_[ce]id|_ga|ref|ref_src|ref_url|si|sid|phpsessid|share_id)$/i;
const PAGE = /^(?:page|start)$/i;

const isMeaningful = ([name, value]: [string, string]) =>
  !TRACKING.test(name) && !(PAGE.test(name) && /^\d*$/.test(value));

/** Escapes control characters, spaces and delimiters, so that equal texts have one form that can be stored. */
const normalized = (text: string) => text.replace(/[\p{Cc}\s%/?#&=]/gu, encodeURIComponent);

/** Normalizes a path segment, independent of its escaping. */
function segment(escaped: string): string {
  try {
    return normalized(decodeURIComponent(escaped));
  } catch {
    return escaped;
  }
}

/** Any other page: its path and its meaningful parameters, sorted. */
function anyPage({ host, route, query }: ForumUrl): string {
  const path = route.replace(/\/page[-/]?\d+$/i, '');
  const pairs = [...query]
    .filter(isMeaningful)
    .map(([name, value]) => (value === '' ? normalized(name) : `${normalized(name)}=${normalized(value)}`))
    .sort();
  return `${host}${path}${pairs.length ? `?${pairs.join('&')}` : ''}`;
}

/** The host of a URL as people name it: without the prefixes of the same site. */
export const hostOf = (url: URL): string =>
  url.host
    .toLowerCase()
    .replace(/\.(?=:|$)/, '')
    .replace(/^(?:(?:www|m)\.)+(?=[^.]+\.)/, '');

/** Parses a URL like forum software: a route after `index.php?` becomes part of the path, without that file. */
function forumUrlOf(url: URL): ForumUrl {
  const [first = '', ...rest] = url.search.slice(1).split('&');
  // index.php?/topic/1-title/&do=findComment, index.php?threads/title.1/, showthread.php?1-title/page2
  const isRoute = !first.includes('=') && /^\/?(?:topic|threads|\d+-|\d+$)/.test(first);
  const path = isRoute ? `${url.pathname}/${first}` : url.pathname;
  const segments = path.split('/').filter(Boolean).map(segment);
  const route = segments.filter((part, index) => part !== 'index.php' || index === segments.length - 1);
  return {
    host: hostOf(url),
    route: route.map((part) => `/${part}`).join(''),
    query: new URLSearchParams(isRoute ? rest.join('&') : url.search),
  };
}

/**
 * The canonical form of a proof. `thread` is the URL without scheme, fragment, page, post and tracking parameters. For
 * common forum software only the thread's id remains, so all links into one thread are equal. At most
 * `LIMITS.proofUrl.max` characters.
 *
 * @param url a URL that `isHttpUrl` accepts
 */
export function proofOf(url: string): Proof {
  const parsed = forumUrlOf(new URL(url));
  const thread = FORUMS.reduce<string | null>((found, threadOf) => found ?? threadOf(parsed), null);
  const short = (thread ?? anyPage(parsed)).slice(0, LIMITS.proofUrl.max);
  // JSON in the database refuses half of a character that the cut has left.
  return { host: parsed.host, thread: short.toWellFormed() };
}
