import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { slug } from '../../src/contract/shared/text.ts';

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
