import { z } from 'zod';
import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import { nameKey } from '../../contract/shared/text.ts';
import { type Dependence, PUBLIC_QUERIES, type PublicRequest } from './public-queries.ts';

/** Caches may store it, but must revalidate it at each use. */
export const REVALIDATED: readonly string[] = ['Cache-Control', 'no-cache'];

/** The tag of every public response. */
const ALL = 'marketdex';
/** Longer lists of tags are replaced by those of both kinds: proxies limit the size of headers. */
const MAX_TAGS_LENGTH = 1_000;

type Call = PublicRequest['calls'][number];

/** Over REST, values are text. An input of a successful call is valid. */
const zTagged = z.object({
  kind: z.enum(SALE_KINDS).optional(),
  exact: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
  item_name: z.string().optional(),
  pokemon_name: z.string().optional(),
});

/** The tags of a call: the name or the kinds of the sales on which its result depends. */
function tagsOf({ path, input }: Call): readonly string[] {
  const { on, kind: ofQuery }: Dependence = PUBLIC_QUERIES[path];
  if (on === 'none') return [];
  const given = zTagged.safeParse(input ?? {}).data ?? {};
  const kind = ofQuery ?? given.kind;
  if (kind === undefined) return SALE_KINDS;
  const name = given.name ?? given.item_name ?? given.pokemon_name;
  const isExact = given.exact === true || given.exact === 'true';
  const isOfOneName = on === 'name' || (on === 'exactName' && isExact);
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
