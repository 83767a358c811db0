import { z } from 'zod';
import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import { nameKey } from '../../contract/shared/text.ts';
import type { PublicRequest } from './public-queries.ts';

/** Caches may store it, but must revalidate it at each use. */
export const REVALIDATED: readonly string[] = ['Cache-Control', 'no-cache'];

/** The tag of every public response. */
const ALL = 'marketdex';
/** Longer lists of tags are replaced by those of both kinds: proxies limit the size of headers. */
const MAX_TAGS_LENGTH = 1_000;

type Call = PublicRequest['calls'][number];

/** Queries about no sales. */
const WITHOUT_SALES = /^(abilities|catalogue|legal)\.|\.sprite$/;
/** Queries about the sales of the name of their input. */
const OF_ONE_NAME = /\.priceHistory$|^market\.name$/;
/** Those that are about one name when the input asks for exact matches. */
const OF_EXACT_NAME = /^(items|pokemon)\.list$|^market\.chart$/;

/** Over REST, values are text. An input of a successful call is valid. */
const zTagged = z.object({
  kind: z.enum(SALE_KINDS).optional(),
  exact: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
  slug: z.string().optional(),
  item_name: z.string().optional(),
  pokemon_name: z.string().optional(),
});

function kindOf(path: string): SaleKind | undefined {
  if (path.startsWith('items.')) return 'item';
  return path.startsWith('pokemon.') ? 'pokemon' : undefined;
}

/** The tags of a call: the name or the kinds of the sales on which its result depends. */
function tagsOf({ path, input }: Call): readonly string[] {
  if (WITHOUT_SALES.test(path)) return [];
  const { exact, ...given } = zTagged.safeParse(input ?? {}).data ?? {};
  const kind = kindOf(path) ?? given.kind;
  if (kind === undefined) return SALE_KINDS;
  const name = given.name ?? given.slug ?? given.item_name ?? given.pokemon_name;
  const isExact = exact === true || exact === 'true';
  const isOfOneName = OF_ONE_NAME.test(path) || (isExact && OF_EXACT_NAME.test(path));
  return [name && isOfOneName ? `${kind}:${encodeURIComponent(nameKey(name))}` : kind];
}

function allTags(calls: readonly Call[]): readonly string[] {
  const tags = [...new Set([ALL, ...calls.flatMap(tagsOf)])];
  return tags.join().length > MAX_TAGS_LENGTH ? [ALL, ...SALE_KINDS] : tags;
}

/**
 * The headers of public responses for caches: name, value, name, value …
 *
 * @param edgeSeconds how long a shared cache may serve a response without asking again; with 0 it always has to ask
 */
export function cacheHeaders(edgeSeconds: number): (calls: readonly Call[]) => readonly string[] {
  if (edgeSeconds === 0) return () => REVALIDATED;
  const control = `public, max-age=0, must-revalidate, s-maxage=${edgeSeconds}`;
  return (calls) => {
    const tags = allTags(calls);
    return ['Cache-Control', control, 'Cache-Tag', tags.join(','), 'Surrogate-Key', tags.join(' ')];
  };
}
