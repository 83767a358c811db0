import { activeFilters } from '../market/filter-labels.ts';
import {
  type MarketFilters,
  type MarketOrder,
  printSearchParams,
  readSearchParams,
  START,
} from '../market/market-search-params.ts';
import { type PriceCheck, printCheck, readCheck } from '../market/price-check-search-params.ts';
import { SALE_KINDS, type SaleKind } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import { salePath, slugPath } from '../shared/paths.ts';
import { slug } from '../shared/text.ts';

/**
 * What a card and an embedded chart show. `slug` is the segment of the name in the address of its page; a name that has
 * another one is found too. The name is not among the filters of a name.
 */
export type CardSubject =
  | { of: 'site' }
  | { of: 'sale'; id: number }
  | { of: 'name'; kind: SaleKind; slug: string; filters: MarketFilters }
  | { of: 'list'; kind: SaleKind; filters: MarketFilters }
  | { of: 'check'; kind: SaleKind; slug: string; check: PriceCheck };

/** A name in an address, not percent-encoded. */
const slugOf = (name: string): string => slug(name) || name;

/** The subject of a filtered list: its name, if the filter has one whole name. */
export function listSubject(kind: SaleKind, filters: MarketFilters): CardSubject {
  const { name, exact, ...others } = filters;
  if (name && exact) return { of: 'name', kind, slug: slugOf(name), filters: others };
  return activeFilters(filters).length === 0 ? { of: 'site' } : { of: 'list', kind, filters };
}

export const checkSubject = (kind: SaleKind, name: string, check: PriceCheck): CardSubject => ({
  of: 'check',
  kind,
  slug: slugOf(name),
  check,
});

/** Path and query string of the subject's page; for the site, those of its start page. */
function addressOf(
  subject: CardSubject,
  { sort, order }: MarketOrder = START,
): { path: string; search: string } {
  switch (subject.of) {
    case 'site':
      return { path: '/', search: '' };
    case 'sale':
      return { path: salePath(subject.id), search: '' };
    case 'list': {
      const { kind, filters } = subject;
      return { path: '/', search: printSearchParams({ ...START, sort, order, kind, filters }) };
    }
    case 'name': {
      const { kind, slug: name, filters } = subject;
      const search = printSearchParams({ ...START, sort, order, kind, filters }, { kind, name });
      return { path: slugPath(kind, name), search };
    }
    case 'check': {
      const { kind, slug: name, check } = subject;
      const search = printSearchParams({ ...START, kind, check: printCheck(check) }, { kind, name });
      return { path: slugPath(kind, name), search };
    }
  }
}

/**
 * Where the subject's page is, relative to the site: `/pokemon/garchomp?nature=Adamant`.
 *
 * @param order the order of its list of sales, which a card does not have
 */
export function pagePath(subject: CardSubject, order?: MarketOrder): string {
  const { path, search } = addressOf(subject, order);
  return `${path}${search}`;
}

/** Where its picture is: `/cards/pokemon/garchomp.png?nature=Adamant`. Equal subjects have equal addresses. */
export function cardPath(subject: CardSubject): string {
  const { path, search } = addressOf(subject);
  const file = path !== '/' ? path : subject.of === 'site' ? '/site' : '/list';
  return `/cards${file}.png${search}`;
}

/**
 * The same with a version, for caches that do not ask again: `/cards/pokemon/garchomp.png?v=1a2b3c`.
 *
 * @param version letters and digits, at most 32
 */
export function versionedCardPath(subject: CardSubject, version: string): string {
  const path = cardPath(subject);
  return `${path}${path.includes('?') ? '&' : '?'}v=${version}`;
}

export const withoutVersion = (address: string): string => address.replace(/[?&]v=[a-z0-9]{1,32}$/, '');

/** Where its embedded chart is: `/embed/pokemon/garchomp?nature=Adamant`. */
export function embedPath(subject: CardSubject): string {
  const { path, search } = addressOf(subject);
  return `/embed${path === '/' ? '' : path}${search}`;
}

/** A segment of a path; undefined when its encoding is invalid. */
export function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * The sale that a segment of a path names; undefined for what no sale can have as its number. An address that was copied out of
 * a text can end with its punctuation: `40.` and `40)` are 40.
 */
export function saleIdAt(segment: string): number | undefined {
  const id = Number(/^(\d{1,10})[.,;:!?…)\]}>"'”’»*_]*$/.exec(segment)?.[1]);
  return id > 0 && id <= LIMITS.id.max ? id : undefined;
}

/**
 * The subject of a page's address. Invalid filters are ignored, as on the page.
 *
 * @param path percent-encoded
 * @param search with its `?`, or empty
 * @returns undefined for an address without a card
 */
export function subjectAt(path: string, search: string): CardSubject | undefined {
  // As the router does.
  const [, typed = '', second = '', ...others] = path.replace(/\/$/, '').split('/');
  const first = typed.toLowerCase();
  if (others.length > 0) return undefined;
  if (first === '' && second === '') {
    const { kind, filters } = readSearchParams(search);
    return activeFilters(filters).length === 0 ? { of: 'site' } : { of: 'list', kind, filters };
  }
  if (first === 'sale') {
    const id = saleIdAt(second);
    return id === undefined ? undefined : { of: 'sale', id };
  }
  const kind = SALE_KINDS.find((one) => one === first);
  const named = decodedSegment(second);
  if (!kind || !named || named.length > LIMITS.name.max * 2) return undefined;
  const { check, filters } = readSearchParams(search, { kind, name: named });
  if (check !== undefined) return { of: 'check', kind, slug: named, check: readCheck(check) };
  const { name: _, exact: __, ...rest } = filters;
  return { of: 'name', kind, slug: named, filters: rest };
}

/** The subject of a card's address. Undefined for an address without a card. */
export function cardSubjectAt(path: string, search: string): CardSubject | undefined {
  const file = /^\/cards(\/.+)\.png$/.exec(path)?.[1];
  if (file === '/site') return { of: 'site' };
  return file === undefined ? undefined : subjectAt(file === '/list' ? '/' : file, search);
}

/** The subject of an embedded chart's address. Undefined for an address without one. */
export function embedSubjectAt(path: string, search: string): CardSubject | undefined {
  const page = /^\/embed(\/.*)?$/.exec(path);
  return page ? subjectAt(page[1] ?? '/', search) : undefined;
}
