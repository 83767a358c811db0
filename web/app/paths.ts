import {
  type MarketSearchParams,
  printSearchParams,
  START,
} from '../../src/contract/market/market-search-params.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { slug } from '../../src/contract/shared/text.ts';

/** Addresses of the screens (docs/product.md "Screens"). Nothing else in the client spells one out. */
export const PATHS = {
  market: '/',
  item: '/item/:slug',
  pokemon: '/pokemon/:slug',
  sale: '/sale/:id',
  faq: '/faq',
  legal: '/impressum',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  account: '/account',
  submit: '/submit-data',
  review: '/review-submissions',
  admin: '/admin-panel',
  /** Older addresses of the start page. */
  dashboard: '/dashboard',
  showcase: '/data-showcase',
} as const;

/** The page of an item or a pokemon. A name of which no slug is left stands for itself; the page finds it too. */
export const namePath = (kind: SaleKind, name: string): string =>
  `/${kind}/${slug(name) || encodeURIComponent(name)}`;

/** A sale's own page. */
export const salePath = (saleId: number): string => `/sale/${saleId}`;

/** Market History as an address of it says. */
export const marketPath = (address: Partial<MarketSearchParams>): string =>
  `${PATHS.market}${printSearchParams({ ...START, ...address })}`;

/** Submit Data with a name in it. */
export const submitPath = (kind: SaleKind, name: string): string =>
  `${PATHS.submit}?${new URLSearchParams({ kind, name })}`;
