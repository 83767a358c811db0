import { filterOfSearch } from '../../contract/follows/follow-search.ts';
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

interface Entry extends FollowRule {
  passes: (sale: AnySale, today: string) => boolean;
  /** Null for one that is tried with every sale of its kind. */
  terms: readonly string[] | null;
  /** The last sale that it was tried with. */
  tried: number;
}

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
  readonly #byTerm = new Map<string, Set<Entry>>();
  #tries = 0;

  get size(): number {
    return this.#entries.size;
  }

  ids(): Iterable<number> {
    return this.#entries.keys();
  }

  /** Adds a follow, or replaces it. @throws ZodError when its filter is not valid any more */
  put(follow: FollowRule): void {
    this.drop(follow.followId);
    const filter = filterOfSearch(follow.search);
    const terms = filedUnder(filter, follow.condition);
    const entry = { ...follow, passes: filterPredicate(filter), terms, tried: 0 };
    this.#entries.set(follow.followId, entry);
    for (const term of placesOf(entry)) {
      const filed = this.#byTerm.get(term);
      if (filed) filed.add(entry);
      else this.#byTerm.set(term, new Set([entry]));
    }
  }

  drop(followId: number): void {
    const entry = this.#entries.get(followId);
    if (!entry) return;
    this.#entries.delete(followId);
    for (const term of placesOf(entry)) {
      const filed = this.#byTerm.get(term);
      filed?.delete(entry);
      if (filed?.size === 0) this.#byTerm.delete(term);
    }
  }

  /**
   * The follows that a sale matches, except that the comparison with similar sales is left to the caller.
   *
   * @param today in UTC, `YYYY-MM-DD`
   * @param decidedAt when the sale was approved, in milliseconds since 1970
   */
  matching(sale: AnySale, today: string, decidedAt: number): FollowRule[] {
    this.#tries += 1;
    const found: FollowRule[] = [];
    for (const place of [sale.kind, ...[...termsOf(sale)].map((term) => `${sale.kind} ${term}`)])
      for (const entry of this.#byTerm.get(place) ?? []) {
        // A follow can be filed under several terms of the sale.
        if (entry.tried === this.#tries) continue;
        entry.tried = this.#tries;
        if (entry.since <= decidedAt && meetsPrice(sale.price, entry.condition) && entry.passes(sale, today))
          found.push(entry);
      }
    return found;
  }
}

const placesOf = ({ kind, terms }: Entry): readonly string[] =>
  terms === null ? [kind] : terms.map((term) => `${kind} ${term}`);
