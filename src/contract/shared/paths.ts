/** Paths of the screens (docs/product.md "Screens"): the routes of the client, and the pages that the server knows. */
export const PATHS = {
  market: '/',
  item: '/item/:slug',
  pokemon: '/pokemon/:slug',
  sale: '/sale/:id',
  priceCheck: '/price-check',
  faq: '/faq',
  legal: '/impressum',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmAddress: '/confirm-address',
  account: '/account',
  inbox: '/inbox',
  following: '/following',
  submit: '/submit-data',
  review: '/review-submissions',
  admin: '/admin-panel',
  /** Old paths of the start page. */
  dashboard: '/dashboard',
  showcase: '/data-showcase',
} as const;

export type ScreenName = keyof typeof PATHS;

export const screenNames = Object.keys(PATHS) as ScreenName[];

const PATTERNS = screenNames.map((name) => {
  const pattern = PATHS[name].replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+');
  return [name, new RegExp(`^${pattern}/?$`, 'i')] as const;
});

/** The screen at a path, by the rules of the client's router: without case, with or without a slash at the end. */
export const screenAt = (path: string): ScreenName | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];
