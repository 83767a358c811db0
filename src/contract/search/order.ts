import type { MarketOrder } from '../market/market-search-params.ts';
import { type Rule, rule } from './rule.ts';
import type { SearchText } from './search-text.ts';

const BEFORE = '(?:the )?(?:top(?: \\d{1,3})? )?';
const AFTER = `(?: first)?(?:(?: (?:items?|pokemons?|sales?))?(?: (?:ever|so far|of all time)))?(?! than)`;
const OF_PRICES =
  '(?: (?:items?|pokemons?))? (?:prices?|priced|costs?|paid|values?|sales?|sold|selling|offers?)';
const SORTED = '(?:(?:sort|order)(?:ed)? )?';
const BY_PRICE = `(?:${SORTED}(?:by )?price[:,;]? )?`;
const LOW = 'low(?:est)?(?: prices?)?';
const HIGH = 'high(?:est)?(?: prices?)?';

/** `last garchomp sold`, but not `last 30 days` and `last week`. */
const LAST_SOLD = 'last(?= (?!\\d|days?|weeks?|months?|years?|quarter).*(?:sold|sales?|prices?)(?![a-z]))';

const CHEAPEST: MarketOrder = { sort: 'price', order: 'asc' };
const DEAREST: MarketOrder = { sort: 'price', order: 'desc' };
const NEWEST: MarketOrder = { sort: 'date_sold', order: 'desc' };
const OLDEST: MarketOrder = { sort: 'date_sold', order: 'asc' };

const asked = (words: string): Rule => rule(`${BEFORE}(?:${words})${AFTER}`);

/** The words that ask for an order. `lowest` alone may be about an IV or a level. */
const ORDERS: readonly (readonly [words: Rule, order: MarketOrder])[] = [
  [asked(`${BY_PRICE}${LOW} to ${HIGH}`), CHEAPEST],
  [asked(`${BY_PRICE}${HIGH} to ${LOW}`), DEAREST],
  [rule(`${SORTED}by price`), CHEAPEST],
  [rule(`${SORTED}by (?:date|day)`), NEWEST],
  [asked(`cheap(?:est)?|least expensive|lowest${OF_PRICES}`), CHEAPEST],
  [
    asked(`(?:most )?(?:expensive|valuable)|priciest|dearest|(?:highest|biggest|record)${OF_PRICES}`),
    DEAREST,
  ],
  [asked(`newest|latest|(?:most )?recent(?:ly)?|last (?:sold|sell|sales?|went|go)|${LAST_SOLD}`), NEWEST],
  [asked('oldest|earliest'), OLDEST],
];

/** Takes the words that ask for an order of the list: `cheapest`, `most expensive`, `newest first`. */
export function takeOrder(text: SearchText): void {
  for (const [words, order] of ORDERS) text.takeOrder(words, order);
}
