import type { CardSubject } from '../../contract/cards/card-paths.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { PATHS, SCREEN_TITLES, type ScreenName, screenNames } from '../../contract/shared/paths.ts';
import { keysOf } from '../../contract/shared/record.ts';

/** The screens whose head depends on market data. */
export type MarketScreen = 'market' | 'item' | 'pokemon' | 'sale';
type FixedScreen = Exclude<ScreenName, MarketScreen | 'dashboard' | 'showcase'>;

/** The metadata of a page for browsers, search engines and link previews. */
export interface PageHead {
  /** The title in the browser's tab; the site's name is appended, unless it is the site's own title. */
  title: string;
  shared: string;
  description: string;
  /** The canonical path and query string: without parameters that only affect sorting, paging or layout. */
  address: string;
  /** What its card shows. */
  card: CardSubject;
  /** Whether search engines may index it. */
  indexed: boolean;
}

/** The title of the site, for pages without their own title. */
export const SITE_TITLE = 'MarketDex: what did this sell for?';
const ABOUT =
  'Completed sales of items and pokemon, with a link to the proof where there is one. Search prices by name, nature, IVs and hidden power; no account needed.';

/** The head of a page without specific metadata. */
export const plainHead = (address: string, title = SITE_TITLE, indexed = true): PageHead => ({
  title,
  shared: title,
  description: ABOUT,
  address,
  card: { of: 'site' },
  indexed,
});

export const notFoundHead = (address: string): PageHead => plainHead(address, MESSAGES.pageNotFound, false);

/**
 * What search engines may do with the screens without market data. They open screens that are not `closed`, but only list
 * those that are `indexed`.
 */
const FIXED: Readonly<Record<FixedScreen, 'indexed' | 'read' | 'closed'>> = {
  faq: 'indexed',
  legal: 'indexed',
  // Other sites read it for the preview of a shared link.
  priceCheck: 'read',
  login: 'closed',
  register: 'closed',
  forgotPassword: 'closed',
  resetPassword: 'closed',
  confirmAddress: 'closed',
  account: 'closed',
  inbox: 'closed',
  following: 'closed',
  submit: 'closed',
  review: 'closed',
  admin: 'closed',
};
const fixedScreens = keysOf(FIXED);

/** The paths of screens that crawlers may not open. */
export const closedPaths = fixedScreens
  .filter((screen) => FIXED[screen] === 'closed')
  .map((screen) => PATHS[screen]);

/** The head of a screen without market data. */
export const screenHead = (screen: FixedScreen): PageHead =>
  plainHead(PATHS[screen], SCREEN_TITLES[screen], FIXED[screen] === 'indexed');

const PATTERNS = screenNames.map((name) => {
  const pattern = PATHS[name].replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+');
  return [name, new RegExp(`^${pattern}/?$`, 'i')] as const;
});

/** The screen at a path, by the rules of the client's router: without case, with or without a slash at the end. */
export const screenAt = (path: string): ScreenName | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];
