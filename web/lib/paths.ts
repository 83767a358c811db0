import {
  type MarketSearchParams,
  printSearchParams,
  START,
} from '../../src/contract/market/market-search-params.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { slug } from '../../src/contract/shared/text.ts';

/** Paths of the screens (docs/product.md "Screens"). The client spells them out nowhere else. */
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
  /** Old paths of the start page. */
  dashboard: '/dashboard',
  showcase: '/data-showcase',
} as const;

/** The page of an item or a pokemon. A name without a slug is used as it is; the server finds it too. */
export const namePath = (kind: SaleKind, name: string): string =>
  `/${kind}/${slug(name) || encodeURIComponent(name)}`;

/** The page of a sale. */
export const salePath = (saleId: number): string => `/sale/${saleId}`;

/** The viewer's rejected submissions. */
export const REJECTED_PATH = `${PATHS.account}?status=rejected`;

/** Submit Data with a rejected sale filled in, to correct it. */
export const correctionPath = (saleId: number): string => `${PATHS.submit}?correct=${saleId}`;

/** Market History with the given filters. */
export const marketPath = (params: Partial<MarketSearchParams>): string =>
  `${PATHS.market}${printSearchParams({ ...START, ...params })}`;

/** Submit Data with the name filled in. */
export const submitPath = (kind: SaleKind, name: string): string =>
  `${PATHS.submit}?${new URLSearchParams({ kind, name })}`;
