import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { LRUCache } from 'lru-cache';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { appRouter } from '../../trpc/router.ts';
import { proceduresOf } from '../procedures.ts';

/** The sales on which the response to a public query depends. */
export interface Dependence {
  /** `exactName`: those of the name in the input for exact matches, otherwise those of the kind. */
  on: 'none' | 'kind' | 'name' | 'exactName';
  /** Without one, it is in the input. When the input has none either, sales of both kinds. */
  kind?: SaleKind;
}

/**
 * Queries whose response to a visitor depends only on the input, the day, and what the market feed watches: public
 * sales, names, pictures and settings. Other queries must not be listed here.
 */
export const PUBLIC_QUERIES = {
  'abilities.list': { on: 'none' },
  // A name that no pokemon has can be that of an item, which is known with its first sale.
  'catalogue.identify': { on: 'kind', kind: 'item' },
  'catalogue.speciesOptions': { on: 'none' },
  'items.answer': { on: 'name', kind: 'item' },
  'items.autocomplete': { on: 'kind', kind: 'item' },
  'items.list': { on: 'exactName', kind: 'item' },
  'items.priceHistory': { on: 'name', kind: 'item' },
  'legal.notice': { on: 'none' },
  'market.answer': { on: 'exactName' },
  'market.chart': { on: 'exactName' },
  // The name may differ from the slug in the input, if that is a spelling that was merged into another.
  'market.name': { on: 'kind' },
  'market.overview': { on: 'kind' },
  'market.sale': { on: 'kind' },
  'market.search': { on: 'kind' },
  'market.similar': { on: 'name' },
  'market.similarToSale': { on: 'kind' },
  'market.traitPairs': { on: 'name', kind: 'pokemon' },
  'market.traitWorth': { on: 'name', kind: 'pokemon' },
  'pokemon.answer': { on: 'name', kind: 'pokemon' },
  'pokemon.autocomplete': { on: 'kind', kind: 'pokemon' },
  'pokemon.list': { on: 'exactName', kind: 'pokemon' },
  'pokemon.priceHistory': { on: 'name', kind: 'pokemon' },
  'pokemon.sprite': { on: 'none' },
} as const satisfies Record<string, Dependence>;

type PublicQuery = keyof typeof PUBLIC_QUERIES;

const isPublicQuery = (path: string): path is PublicQuery => Object.hasOwn(PUBLIC_QUERIES, path);

/** The number of addresses that are remembered, and their maximum length: about a megabyte in all. */
const KNOWN_ADDRESSES = 1_000;
const LONGEST_KNOWN = 300;

const TRPC = '/trpc/';
const REST_PREFIX = '/api';

/** A visitor's request that consists only of public queries. */
export interface PublicRequest {
  /** The cache key: equal for equal queries. */
  key: string;
  /** `batch` is a list of results, `call` one result, both in tRPC's envelope; `rest` the plain result. */
  form: 'rest' | 'call' | 'batch';
  calls: readonly { path: PublicQuery; input: unknown }[];
}

interface RestPath {
  pattern: RegExp;
  path: PublicQuery;
}

/** False with headers that may change the response. */
const isPlain = ({ headers }: IncomingMessage): boolean =>
  headers.authorization === undefined &&
  headers['trpc-accept'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers['content-length'] === undefined &&
  (headers['content-type'] === undefined || headers['content-type'] === 'application/json');

/** Undefined for unreadable input, which the application refuses with its own message. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The inputs of this many calls. @throws SyntaxError when they cannot be read */
function inputsOf(text: string | undefined, isBatch: boolean, count: number): unknown[] {
  const given: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isBatch) return [given];
  if (given === null || typeof given !== 'object') throw new SyntaxError('A batch has its inputs by number.');
  return Array.from({ length: count }, (_, index) => (given as Record<number, unknown>)[index]);
}

/** Recognises requests that consist only of public queries, over REST or tRPC. */
export class PublicQueries {
  readonly #paths = new Map<string, PublicQuery>();
  readonly #patterns: RestPath[] = [];
  /** The latest addresses as they were read: the same few are requested most of the time. */
  readonly #read = new LRUCache<string, PublicRequest>({ max: KNOWN_ADDRESSES });

  /** @throws Error when the router has no such query. */
  constructor() {
    const procedures = new Map(proceduresOf(appRouter).map((procedure) => [procedure.name, procedure]));
    for (const name of Object.keys(PUBLIC_QUERIES).filter(isPublicQuery)) {
      const found = procedures.get(name);
      if (found?.type !== 'query') throw new Error(`The router has no query ${name}.`);
      const address = found.rest?.path;
      if (address?.includes('{')) {
        const pattern = new RegExp(`^${REST_PREFIX}${address.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
        this.#patterns.push({ pattern, path: name });
      } else if (address) this.#paths.set(`${REST_PREFIX}${address}`, name);
    }
  }

  /** Null for any other request, and for unusual forms that our clients do not use. */
  find(request: IncomingMessage): PublicRequest | null {
    const { method, url = '' } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !isPlain(request)) return null;
    const known = method === 'GET' ? this.#read.get(url) : undefined;
    if (known) return known;
    const found = this.#parse(method, url);
    if (found && method === 'GET' && url.length <= LONGEST_KNOWN) this.#read.set(url, found);
    return found;
  }

  #parse(method: string, url: string): PublicRequest | null {
    const cut = url.indexOf('?');
    const address = cut === -1 ? url : url.slice(0, cut);
    const query = cut === -1 ? '' : url.slice(cut + 1);
    if (address.startsWith(`${REST_PREFIX}/`)) return this.#rest(address, query);
    return method === 'GET' && address.startsWith(TRPC)
      ? this.#trpc(address.slice(TRPC.length), query)
      : null;
  }

  #rest(address: string, query: string): PublicRequest | null {
    const exact = this.#paths.get(address);
    const matched = exact === undefined ? this.#match(address) : { path: exact, params: {} };
    if (!matched) return null;
    const { path, params } = matched;
    // An empty parameter counts as absent (docs/api.md "Ground rules").
    const given = Object.entries(parse(query)).filter(([, value]) => value !== '');
    if (given.some(([name, value]) => typeof value !== 'string' || Object.hasOwn(params, name))) return null;
    const all = [...given, ...Object.entries(params)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const key = `${path}?${JSON.stringify(all)}`;
    return { key, form: 'rest', calls: [{ path, input: Object.fromEntries(all) }] };
  }

  #match(address: string): { path: PublicQuery; params: Record<string, string> } | undefined {
    for (const { pattern, path } of this.#patterns) {
      const groups = pattern.exec(address)?.groups;
      if (groups)
        return orUndefined(() => ({
          path,
          params: Object.fromEntries(
            Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
          ),
        }));
    }
    return undefined;
  }

  #trpc(address: string, query: string): PublicRequest | null {
    const { batch, input } = parse(query);
    if (Array.isArray(batch) || Array.isArray(input)) return null;
    const isBatch = batch === '1';
    const paths = isBatch ? address.split(',') : [address];
    if (paths.length > LIMITS.batchCalls || !paths.every(isPublicQuery)) return null;
    const inputs = orUndefined(() => inputsOf(input, isBatch, paths.length));
    if (!inputs) return null;
    return {
      key: `${isBatch ? 'batch' : 'call'} ${address}?${input ?? ''}`,
      form: isBatch ? 'batch' : 'call',
      calls: paths.map((path, index) => ({ path, input: inputs[index] })),
    };
  }
}
