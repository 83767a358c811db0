import type { CardSubject } from '../../contract/cards/card-paths.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { PATHS, SCREEN_TITLES, type ScreenName, screenNames } from '../../contract/shared/paths.ts';

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

/** Whether search engines may index the screens without market data. */
const FIXED: Readonly<Record<FixedScreen, boolean>> = {
  faq: true,
  legal: true,
  priceCheck: false,
  login: false,
  register: false,
  forgotPassword: false,
  resetPassword: false,
  confirmAddress: false,
  account: false,
  inbox: false,
  following: false,
  submit: false,
  review: false,
  admin: false,
};

/** The head of a screen without market data. */
export const screenHead = (screen: FixedScreen): PageHead =>
  plainHead(PATHS[screen], SCREEN_TITLES[screen], FIXED[screen]);

const PATTERNS = screenNames.map((name) => {
  const pattern = PATHS[name].replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+');
  return [name, new RegExp(`^${pattern}/?$`, 'i')] as const;
});

/** The screen at a path, by the rules of the client's router: without case, with or without a slash at the end. */
export const screenAt = (path: string): ScreenName | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];
