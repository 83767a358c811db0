import { expect, it } from 'vitest';
import type { MarketFilters } from '../market/market-search-params.ts';
import { ANY, type PriceCheck } from '../market/price-check-search-params.ts';
import type { SaleKind } from '../sale/kinds.ts';
import {
  type CardSubject,
  cardPath,
  cardSubjectAt,
  checkSubject,
  embedPath,
  embedSubjectAt,
  listSubject,
  pagePath,
  subjectAt,
  versionedCardPath,
  withoutVersion,
} from './card-paths.ts';

/** The sales of a name. */
const nameSubject = (kind: SaleKind, name: string, filters: MarketFilters = {}) =>
  listSubject(kind, { ...filters, name, exact: true });

const parts = (address: string): [path: string, search: string] => {
  const at = address.indexOf('?');
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
};

const check: PriceCheck = { ...ANY, nature: 'Adamant', price: 500_000, spread: { ...ANY.spread, hp: 31 } };

it.each<[CardSubject, string]>([
  [{ of: 'site' }, '/cards/site.png'],
  [{ of: 'sale', id: 17 }, '/cards/sale/17.png'],
  [nameSubject('item', "King's Rock"), '/cards/item/kings-rock.png'],
  [nameSubject('item', '???'), '/cards/item/%3F%3F%3F.png'],
  [nameSubject('item', 'a/b'), '/cards/item/a-b.png'],
  [
    nameSubject('pokemon', 'Garchomp', { nature: 'Adamant', min_perfect_ivs: 5 }),
    '/cards/pokemon/garchomp.png?nature=Adamant&min_perfect_ivs=5',
  ],
  [listSubject('item', { name: 'orb' }), '/cards/list.png?name=orb'],
  [listSubject('pokemon', { is_shiny: true }), '/cards/list.png?tab=pokemon&is_shiny=true'],
  [listSubject('pokemon', { query: 'level = 5' }), '/cards/list.png?tab=pokemon&query=level+%3D+5'],
  [
    checkSubject('pokemon', 'Garchomp', check),
    '/cards/pokemon/garchomp.png?check=nature.Adamant_ivs.31-x-x-x-x-x_price.500000',
  ],
])('the address of %j is %s, and means it', (subject, path) => {
  expect(cardPath(subject)).toBe(path);
  expect(cardSubjectAt(...parts(path))).toEqual(subject);
  expect(subjectAt(...parts(pagePath(subject)))).toEqual(subject);
  expect(embedSubjectAt(...parts(embedPath(subject)))).toEqual(subject);
  const versioned = versionedCardPath(subject, '1a2b3c');
  expect(versioned).not.toBe(path);
  expect(withoutVersion(versioned)).toBe(path);
  expect(withoutVersion(path)).toBe(path);
  expect(cardSubjectAt(...parts(versioned))).toEqual(subject);
});

it('links to a list in its order, which its card does not have', () => {
  const order = { sort: 'price', order: 'asc', page: 7 } as const;
  expect(pagePath(listSubject('item', { name: 'orb' }), order)).toBe('/?name=orb&sort=price&order=asc');
  const named = nameSubject('pokemon', 'Garchomp', { nature: 'Adamant' });
  expect(pagePath(named, order)).toBe('/pokemon/garchomp?nature=Adamant&sort=price&order=asc');
});

it('has only filters that exist', () => {
  expect(listSubject('item', {})).toEqual({ of: 'site' });
  expect(cardSubjectAt('/cards/list.png', '?page=7&sort=price&bad=1&nature=Bold')).toEqual({ of: 'site' });
  const named = { name: 'Master Ball', exact: true };
  expect(listSubject('item', named)).toEqual(nameSubject('item', 'Master Ball'));
  expect(cardSubjectAt('/cards/list.png', '?name=Master+Ball&exact=true&page=7')).toEqual({
    of: 'list',
    kind: 'item',
    filters: named,
  });
});

it.each([
  '/cards/',
  '/cards/sale/0.png',
  '/cards/sale/2147483648.png',
  '/cards/sale/x.png',
  '/cards/item.png',
])('%s is no card', (path) => {
  expect(cardSubjectAt(path, '')).toBeUndefined();
});

it.each(['/cards/item/%E0%A4%A.png', `/cards/item/${'a'.repeat(201)}.png`, '/cards/item/a/b.png', '/item/a'])(
  '%s is no card',
  (path) => {
    expect(cardSubjectAt(path, '')).toBeUndefined();
  },
);

it('reads the address of a page as the router does', () => {
  const page = { of: 'name', kind: 'item', slug: 'master-ball', filters: {} };
  expect(subjectAt('/Item/master-ball/', '')).toEqual(page);
  expect(subjectAt('/sale/17/', '')).toEqual({ of: 'sale', id: 17 });
  expect(subjectAt('/sale/17.', '')).toEqual({ of: 'sale', id: 17 });
  expect(subjectAt('/item/master-ball//', '')).toBeUndefined();
});
