import {
  type MarketSearchParams,
  printSearchParams,
  START,
} from '../../src/contract/market/market-search-params.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { PATHS, salePath } from '../../src/contract/shared/paths.ts';

export {
  correctionPath,
  PATHS,
  SCREEN_TITLES,
  type ScreenName,
  salePath,
} from '../../src/contract/shared/paths.ts';

/** The page of a sale with the dialog that reports it. */
export const reportPath = (saleId: number): string => `${salePath(saleId)}?report=true`;

export const REJECTED_PATH = `${PATHS.account}?status=rejected`;

export const marketPath = (params: Partial<MarketSearchParams>): string =>
  `${PATHS.market}${printSearchParams({ ...START, ...params })}`;

export const submitPath = (kind: SaleKind, name: string): string =>
  `${PATHS.submit}?${new URLSearchParams({ kind, name })}`;

/** The same with the form of a withdrawn sale. */
export const submitAgainPath = (kind: SaleKind, name: string, saleId: number): string =>
  `${submitPath(kind, name)}&again=${saleId}`;

export const PROFILE_PATH = `${PATHS.account}?tab=profile`;
export const SECURITY_PATH = `${PATHS.account}?tab=security`;
