import { LIMITS } from '../shared/limits.ts';

/** Where a proof leads: the host to show, and the thread in one spelling, by which the same proof is known again. */
export interface Proof {
  host: string;
  thread: string;
}

/** Where an address leads within its host. `route` is the path as the forum's own program reads it. */
interface Place {
  host: string;
  route: string;
  query: URLSearchParams;
}

/** A kind of forum: the part of an address that is the thread, or null when the address is not of that kind. */
type ThreadOf = (place: Place) => string | null;

/** A number in the text, without leading noughts: ids are compared as text. */
const id = (digits: string | undefined) => digits?.replace(/^0+(?=\d)/, '') ?? '';

/** A thread that has its id in the route: the first group is what stands before it, the second the id. */
const inRoute =
  (pattern: RegExp, name: string): ThreadOf =>
  ({ host, route }) => {
    const found = pattern.exec(route);
    return found && `${host}${found[1] ?? ''}/${name}/${id(found[2])}`;
  };

/** A thread that has its id in one of these parameters of a script; `write` says how it is written here. */
const inQuery =
  (script: RegExp, names: readonly string[], write: (folder: string, number: string) => string): ThreadOf =>
  ({ host, route, query }) => {
    const folder = script.exec(route)?.[1];
    const number = names.map((name) => /^\d+/.exec(query.get(name) ?? '')?.[0]).find(Boolean);
    return folder === undefined || !number ? null : `${host}${write(folder, id(number))}`;
  };

/** What may follow a thread: a page or a post of it. */
const WITHIN = '(?:/(?:page|post|latest|unread|reply|comment)[^/]*(?:/\\d+)?)?';

const topic = (folder: string, number: string) => `${folder}/topic/${number}`;

/** The common forum programs. A thread's title can change, its id does not. */
const FORUMS: readonly ThreadOf[] = [
  // reddit: every comment, sub and mirror of one post is that post.
  ({ host, route }) => {
    const found =
      /(?:^|\.)reddit\.com$/.test(host) && /^(?:\/(?:r|u|user)\/[^/]+)?\/comments\/(\w+)/.exec(route);
    const short = host === 'redd.it' && /^\/(\w+)$/.exec(route);
    const post = (found || short || [])[1];
    return post ? `reddit.com/comments/${post.toLowerCase()}` : null;
  },
  // Invision Community: /topic/12345-title/page/2/, also behind index.php? and index.php/.
  inRoute(new RegExp(`^(.*)/topic/(\\d+)(?:-[^/]*)?${WITHIN}$`), 'topic'),
  inQuery(/^(.*?)(?:\/index\.php)?$/, ['showtopic'], topic),
  // XenForo: /threads/title.12345/page-3. vBulletin: /threads/12345-title/page3.
  inRoute(new RegExp(`^(.*)/threads/(?:[^/]*\\.)?(\\d+)(?:-[^/]*)?${WITHIN}$`), 'threads'),
  // vBulletin: showthread.php?t=12345, showthread.php?12345-title/page2. MyBB: showthread.php?tid=12345.
  inRoute(new RegExp(`^(.*)/showthread\\.php/(\\d+)(?:-[^/]*)?${WITHIN}$`), 'showthread.php'),
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

/** Parameters that say how somebody came there, or in which session, not where it is. */
const TRACKING =
  /^(?:utm_.*|(?:fb|g|dc|ms|tw|ig|y)cl(?:s|k)?id|msclkid|igshid?|mc_[ce]id|_ga|ref|ref_src|ref_url|si|sid|phpsessid|share_id)$/i;
const PAGE = /^(?:page|start)$/i;

const isMeaningful = ([name, value]: [string, string]) =>
  !TRACKING.test(name) && !(PAGE.test(name) && /^\d*$/.test(value));

/** Text as it stands in a thread, in one way only and fit to be stored: no control characters, no delimiters. */
const written = (text: string) => text.replace(/[\p{Cc}\s%/?#&=]/gu, encodeURIComponent);

/** One segment of a path, however much of it was escaped. */
function segment(escaped: string): string {
  try {
    return written(decodeURIComponent(escaped));
  } catch {
    return escaped;
  }
}

/** Any other address: its path and what of its query says where it is, in one order. */
function anyPage({ host, route, query }: Place): string {
  const path = route.replace(/\/page[-/]?\d+$/i, '');
  const pairs = [...query]
    .filter(isMeaningful)
    .map(([name, value]) => (value === '' ? written(name) : `${written(name)}=${written(value)}`))
    .sort();
  return `${host}${path}${pairs.length ? `?${pairs.join('&')}` : ''}`;
}

const hostOf = (url: URL) =>
  url.host
    .toLowerCase()
    .replace(/\.(?=:|$)/, '')
    .replace(/^(?:(?:www|m)\.)+(?=[^.]+\.)/, '');

/** The path as the forum's program reads it: with what some put behind `index.php?`, and without that file. */
function placeOf(url: URL): Place {
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
 * Where a proof leads. `thread` is its address without scheme, fragment, page and post, tracking and the like; of
 * the common forum programs the thread's id alone counts, so that all links into one thread are the same. At most
 * `LIMITS.proofUrl.max` characters.
 *
 * @param url an address that `isHttpUrl` accepts
 */
export function proofOf(url: string): Proof {
  const place = placeOf(new URL(url));
  const thread = FORUMS.reduce<string | null>((found, threadOf) => found ?? threadOf(place), null);
  return { host: place.host, thread: (thread ?? anyPage(place)).slice(0, LIMITS.proofUrl.max) };
}
