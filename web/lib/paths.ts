import {
  type MarketSearchParams,
  printSearchParams,
  START,
} from '../../src/contract/market/market-search-params.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { PATHS, salePath } from '../../src/contract/shared/paths.ts';
import { slug } from '../../src/contract/shared/text.ts';

export { correctionPath, PATHS, type ScreenName, salePath } from '../../src/contract/shared/paths.ts';

/** What a link to the page of a name passes on: the page requests its sales together with the details of the name. */
interface NameState {
  name: string;
}

/** The name that a link has passed on, from the state of the browser's history; undefined without. */
export const nameIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'name' in state ? String(state.name) : undefined;

/**
 * A link to the page of an item or a pokemon. A name without a slug is used as it is; the server finds it too.
 *
 * @param search with its `?`, or empty
 */
export const nameLink = (kind: SaleKind, name: string, search = ''): { href: string; state: NameState } => ({
  href: `/${kind}/${slug(name) || encodeURIComponent(name)}${search}`,
  state: { name },
});

/** The page of a sale with the dialog that reports it. */
export const reportPath = (saleId: number): string => `${salePath(saleId)}?report=true`;

/** The viewer's rejected submissions. */
export const REJECTED_PATH = `${PATHS.account}?status=rejected`;

/** Market History with the given filters. */
export const marketPath = (params: Partial<MarketSearchParams>): string =>
  `${PATHS.market}${printSearchParams({ ...START, ...params })}`;

/** Submit Data with the name filled in. */
export const submitPath = (kind: SaleKind, name: string): string =>
  `${PATHS.submit}?${new URLSearchParams({ kind, name })}`;

/** Where the account's address is confirmed and changed. */
export const PROFILE_PATH = `${PATHS.account}?tab=profile`;

/** Where a second factor is set up. */
export const SECURITY_PATH = `${PATHS.account}?tab=security`;
