/** The metadata of a page for browsers, search engines and link previews. */
export interface PageHead {
  /** The title in the browser's tab; the site's name is appended, unless it is the site's own title. */
  title: string;
  /** The title in link previews. */
  shared: string;
  description: string;
  /** The canonical path and query string: without parameters that only affect sorting, paging or layout. */
  address: string;
  /** The URL of its picture, if any. */
  image: string | null;
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
  image: null,
  indexed,
});

/** Screens with a fixed head, by path: the title in the tab, and whether search engines may index them. */
const SCREENS: Readonly<Record<string, [title: string, indexed: boolean]>> = {
  '/faq': ['FAQ', true],
  '/impressum': ['Legal Notice', true],
  '/login': ['Login', false],
  '/register': ['Register', false],
  '/forgot-password': ['Forgot password', false],
  '/reset-password': ['Reset password', false],
  '/account': ['Account', false],
  '/submit-data': ['Submit Data', false],
  '/review-submissions': ['Review Submissions', false],
  '/admin-panel': ['Admin', false],
};

/** The head of a screen with a fixed head; undefined for other paths. */
export function screenHead(path: string): PageHead | undefined {
  const screen = Object.hasOwn(SCREENS, path) ? SCREENS[path] : undefined;
  return screen && plainHead(path, ...screen);
}
