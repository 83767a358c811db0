import type { SaleKind } from '../sale/kinds.ts';
import { keysOf } from './record.ts';

/** Paths of the screens (docs/screens.md): the routes of the client, and the pages that the server knows. */
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

export { SCREEN_TITLES } from './screen-titles.ts';

export const salePath = (saleId: number): string => `/sale/${saleId}`;

/** Submit Data with a rejected sale filled in, to correct it. */
export const correctionPath = (saleId: number): string => `${PATHS.submit}?correct=${saleId}`;

/** The page of an item or a pokemon, by the slug of its name. */
export const slugPath = (kind: SaleKind, slug: string): string => `/${kind}/${encodeURIComponent(slug)}`;

export type ScreenName = keyof typeof PATHS;

export const screenNames = keysOf(PATHS);
