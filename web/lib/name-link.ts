import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { slug } from '../../src/contract/shared/text.ts';
import type { HistoryState } from './history-state.ts';

/**
 * A link to the page of an item or a pokemon. A name without a slug is used as it is; the server finds it too.
 *
 * @param search with its `?`, or empty
 */
export const nameLink = (
  kind: SaleKind,
  name: string,
  search = '',
): { href: string; state: Pick<HistoryState, 'name'> } => ({
  href: `/${kind}/${slug(name) || encodeURIComponent(name)}${search}`,
  state: { name },
});
