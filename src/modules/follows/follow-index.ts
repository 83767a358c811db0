import { filterOfSearch, followLabel } from '../../contract/follows/follow-search.ts';
import type { FollowCondition } from '../../contract/follows/follows.ts';
import { filterPredicate } from '../../contract/query/matches-filter.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { filedUnder, termsOf } from './follow-terms.ts';

/** What matching needs of a follow. */
export interface FollowRule {
  followId: number;
  kind: SaleKind;
  search: string;
  condition: FollowCondition;
  /** Sales approved before are no matches, in milliseconds since 1970. */
  since: number;
}

/** A follow of the index. */
class Entry {
  readonly rule: FollowRule;
  readonly passes: (sale: AnySale, today: string) => boolean;
  /** Null for one that is tried with every sale of its kind. */
  readonly terms: readonly string[] | null;
  /** The last sale that it was tried with. */
  tried = 0;
  #label: string | undefined;

  /** @throws ZodError when the filter is not valid any more */
  constructor(rule: FollowRule) {
    const filter = filterOfSearch(rule.search);
    this.rule = rule;
    this.passes = filterPredicate(filter);
    this.terms = filedUnder(filter, rule.condition);
  }

  /** The follow in words, for its notices; kept, because a popular sale has thousands of them. */
  get label(): string {
    this.#label ??= followLabel(this.rule.kind, this.rule.search, this.rule.condition);
    return this.#label;
  }

  /** Where it is filed. */
  get places(): readonly string[] {
    const { kind } = this.rule;
    return this.terms === null ? [kind] : this.terms.map((term) => `${kind} ${term}`);
  }
}

/** A follow that a sale matches. */
export type MatchingFollow = Pick<Entry, 'rule' | 'label'>;

/** Whether a price meets a condition, as far as the price decides. */
export const meetsPrice = (price: number, condition: FollowCondition): boolean =>
  condition.type === 'at_or_below'
    ? price <= condition.price
    : condition.type !== 'at_or_above' || price >= condition.price;

/**
 * The active follows of the site in memory, filed under terms of which a matching sale has at least one, so that a sale is
 * tried with few of them (docs/follows.md).
 */
export class FollowIndex {
  readonly #entries = new Map<number, Entry>();
  readonly #byPlace = new Map<string, Set<Entry>>();
  #tries = 0;

  get size(): number {
    return this.#entries.size;
  }

  ids(): Iterable<number> {
    return this.#entries.keys();
  }

  /** Adds a follow, or replaces it. @throws ZodError when its filter is not valid any more */
  put(rule: FollowRule): void {
    this.drop(rule.followId);
    const entry = new Entry(rule);
    this.#entries.set(rule.followId, entry);
    for (const place of entry.places) {
      const filed = this.#byPlace.get(place);
      if (filed) filed.add(entry);
      else this.#byPlace.set(place, new Set([entry]));
    }
  }

  drop(followId: number): void {
    const entry = this.#entries.get(followId);
    if (!entry) return;
    this.#entries.delete(followId);
    for (const place of entry.places) {
      const filed = this.#byPlace.get(place);
      filed?.delete(entry);
      if (filed?.size === 0) this.#byPlace.delete(place);
    }
  }

  /**
   * The follows that a sale matches, except that the comparison with similar sales is left to the caller.
   *
   * @param today in UTC, `YYYY-MM-DD`
   * @param decidedAt when the sale was approved, in milliseconds since 1970
   */
  matching(sale: AnySale, today: string, decidedAt: number): MatchingFollow[] {
    this.#tries += 1;
    const found: MatchingFollow[] = [];
    for (const place of [sale.kind, ...[...termsOf(sale)].map((term) => `${sale.kind} ${term}`)])
      for (const entry of this.#byPlace.get(place) ?? []) {
        // A follow can be filed under several terms of the sale.
        if (entry.tried === this.#tries) continue;
        entry.tried = this.#tries;
        const { since, condition } = entry.rule;
        if (since <= decidedAt && meetsPrice(sale.price, condition) && entry.passes(sale, today))
          found.push(entry);
      }
    return found;
  }
}
