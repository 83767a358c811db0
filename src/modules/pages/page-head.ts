/** What a page says of itself to search engines, and where its link is pasted. */
export interface PageHead {
  /** As the browser's tab shows it; the site's name comes behind it, unless it is the site's own title. */
  title: string;
  /** The title where a link to it is shown. */
  shared: string;
  description: string;
  /** Path and query string of the page, without what only arranges it. */
  address: string;
  /** Its picture on an image host, when there is one. */
  image: string | null;
  /** Whether search engines shall list it. */
  indexed: boolean;
}

/** The title of the site, for pages that have none of their own. */
export const SITE_TITLE = 'MarketDex: what did this sell for?';
const ABOUT =
  'Completed sales of items and pokemon, each with its proof. Search prices by name, nature, IVs and hidden power; no account needed.';

/** The head of a page of which nothing more is known. */
export const plainHead = (address: string, title = SITE_TITLE, indexed = true): PageHead => ({
  title,
  shared: title,
  description: ABOUT,
  address,
  image: null,
  indexed,
});

/** Screens whose head never changes, by path: their title in the tab, and whether search engines shall list them. */
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

/** The head of a screen that never changes; undefined for other paths. */
export function screenHead(path: string): PageHead | undefined {
  const screen = Object.hasOwn(SCREENS, path) ? SCREENS[path] : undefined;
  return screen && plainHead(path, ...screen);
}
