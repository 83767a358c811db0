import { filterOfSearch, followLabel } from '../../contract/follows/follow-search.ts';
import type { FollowCondition } from '../../contract/follows/follows.ts';
import { filterPredicate } from '../../contract/query/matches-filter.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { FilterIndex } from '../market/filter-index.ts';
import { type CurrentName, withCurrentNames } from '../name-search/current-names.filter.ts';
import { currentSearch } from './follows.queries.ts';

export interface FollowRule {
  followId: number;
  kind: SaleKind;
  search: string;
  condition: FollowCondition;
  /** When it began, in milliseconds since 1970. Sales that were news before are not matches. */
  since: number;
}

class Entry {
  readonly rule: FollowRule;
  readonly passes: (sale: AnySale, today: string) => boolean;
  readonly #current: CurrentName;
  #label: string | undefined;

  constructor(rule: FollowRule, passes: Entry['passes'], current: CurrentName) {
    this.rule = rule;
    this.passes = passes;
    this.#current = current;
  }

  /** The follow in words, for its notices; kept, because a popular sale has thousands of them. */
  get label(): string {
    const { kind, search, condition } = this.rule;
    this.#label ??= followLabel(kind, currentSearch(search, this.#current), condition);
    return this.#label;
  }
}

export type MatchingFollow = Pick<Entry, 'rule' | 'label'>;

/** Whether a price meets a condition, as far as the price decides. */
export const meetsPrice = (price: number, condition: FollowCondition): boolean =>
  condition.type === 'at_or_below'
    ? price <= condition.price
    : condition.type !== 'at_or_above' || price >= condition.price;

/** The active follows of the site in memory. */
export class FollowIndex {
  readonly #entries = new Map<number, Entry>();
  readonly #filed = new FilterIndex<Entry>();
  readonly #current: CurrentName;

  /** @param current what the names in filters refer to */
  constructor(current: CurrentName = (name) => name) {
    this.#current = current;
  }

  get size(): number {
    return this.#entries.size;
  }

  ids(): Iterable<number> {
    return this.#entries.keys();
  }

  /** Adds a follow, or replaces it. @throws ZodError when its filter is no longer valid */
  put(rule: FollowRule): void {
    this.drop(rule.followId);
    const filter = withCurrentNames(filterOfSearch(rule.search), this.#current);
    const entry = new Entry(rule, filterPredicate(filter), this.#current);
    this.#entries.set(rule.followId, entry);
    this.#filed.add(entry, filter);
  }

  drop(followId: number): void {
    const entry = this.#entries.get(followId);
    if (!entry) return;
    this.#entries.delete(followId);
    this.#filed.delete(entry);
  }

  /**
   * The follows that a sale matches, except that the comparison with similar sales is left to the caller.
   *
   * @param today in UTC, `YYYY-MM-DD`
   * @param newsAt when the sale became news, in milliseconds since 1970
   */
  matching(sale: AnySale, today: string, newsAt: number): MatchingFollow[] {
    const found: MatchingFollow[] = [];
    for (const entry of this.#filed.candidates(sale)) {
      const { since, condition } = entry.rule;
      if (since <= newsAt && meetsPrice(sale.price, condition) && entry.passes(sale, today))
        found.push(entry);
    }
    return found;
  }
}
