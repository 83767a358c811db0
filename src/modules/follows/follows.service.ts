import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { ZodError } from 'zod';
import {
  equivalenceText,
  filterOfSearch,
  isNarrowed,
  noMatchMessage,
  searchOf,
} from '../../contract/follows/follow-search.ts';
import {
  type CreateFollow,
  DEFAULT_CHANNELS,
  type FollowCondition,
  type FollowDetail,
  type Follow as ShownFollow,
  type UpdateFollow,
} from '../../contract/follows/follows.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { quoted } from '../../contract/shared/text.ts';
import { sha256 } from '../../lib/crypto.ts';
import { conflict, invalidField, notFound } from '../../lib/errors.ts';
import { signedIn } from '../actor.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import { changingAccount } from '../identity/account-lock.queries.ts';
import { notesOn } from '../market/notes.filter.ts';
import { type CurrentName, withCurrentNames } from '../name-search/current-names.filter.ts';
import { Service } from '../service.ts';
import { Follow } from './follow.entity.ts';
import { conditionOf, currentNames, followsWhere, newestMatches } from './follows.queries.ts';

const INVALID_FILTER = 'The filter of this search is no longer valid. Choose another one.';
const followedAlready = ({ label, paused }: ShownFollow) =>
  conflict(
    'FOLLOWED_ALREADY',
    `You already follow this search${paused ? ', and it is paused' : ''}: ${label}.`,
  );

type StoredSearch = Pick<Follow, 'search' | 'condition' | 'price' | 'key'>;

const keyOf = (filter: CreateFollow['filter'], condition: FollowCondition): string =>
  sha256(equivalenceText(filter, condition));

/**
 * What equivalent follows have in common now. Computed from the filter: an earlier version may have stored another key for
 * it, and its item may have been merged.
 */
function currentKey({ search, condition, price, key }: StoredSearch, current: CurrentName): string {
  try {
    return keyOf(withCurrentNames(filterOfSearch(search), current), conditionOf(condition, price));
  } catch (error) {
    // The filter is no longer valid, so no other is equivalent.
    if (error instanceof ZodError) return key;
    throw error;
  }
}

/** The filter of a follow. @throws DomainError invalid when it is no longer valid */
function storedFilter(search: string): CreateFollow['filter'] {
  try {
    return filterOfSearch(search);
  } catch (error) {
    if (error instanceof ZodError) throw invalidField('filter', INVALID_FILTER);
    throw error;
  }
}

const NO_FILTER = 'Choose at least one filter to follow';
const EVERY_SALE = 'Every sale matches this query: add a term that leaves out some of them';

/**
 * The columns of a filter with a condition.
 *
 * @throws DomainError invalid if a term has no effect, every sale passes the filter, or none can match
 */
function filterColumns(filter: CreateFollow['filter'], condition: FollowCondition) {
  const [ignored] = filter.query?.ignored ?? [];
  if (ignored)
    throw invalidField('filter.query', `The term ${quoted(ignored.text)} has no effect: ${ignored.reason}`);
  if (!isNarrowed(filter)) throw invalidField('filter', filter.query ? EVERY_SALE : NO_FILTER);
  const noMatch = noMatchMessage(filter, condition);
  if (noMatch) throw invalidField('filter', noMatch);
  return {
    kind: filter.kind,
    search: searchOf(filter),
    key: keyOf(filter, condition),
    condition: condition.type,
    price: 'price' in condition ? condition.price : null,
  };
}

/** The searches that the caller follows (docs/follows.md). */
export class FollowsService extends Service<{ catalogueSource: CatalogueSource }> {
  /** The caller's follows, the oldest first. */
  list(): Promise<ShownFollow[]> {
    const { em } = this.deps;
    const { user_id } = signedIn(this.deps.actor);
    // In a transaction, which starts with a check of the caller's rights.
    return em.transactional(() => followsWhere(em, sql`f.user_id = ${user_id}`));
  }

  /** @throws DomainError not_found for a follow of another account. */
  byId(id: number): Promise<FollowDetail> {
    const { em } = this.deps;
    return em.transactional(async () => {
      const follow = await this.#shown(id);
      const matches = await newestMatches(em, sql`f.follow_id = ${id}`, LIMITS.follows.shown);
      return { ...follow, matches: matches.map(({ sale, matched_at }) => ({ sale, matched_at })) };
    });
  }

  /**
   * Follows a search. An equivalent follow with the same channels that is not paused is returned, so a call can be repeated.
   *
   * @throws DomainError conflict for another equivalent follow, or too many; invalid as for `filterColumns`.
   */
  create({ filter, condition = { type: 'every' }, channels }: CreateFollow): Promise<ShownFollow> {
    const { em, clock } = this.deps;
    const { user_id } = signedIn(this.deps.actor);
    this.#checkKnown(filter);
    const columns = filterColumns(filter, condition);
    const wanted = { ...DEFAULT_CHANNELS, ...channels };
    return changingAccount(em, user_id, async (account) => {
      const same = await this.#equivalent(columns, await currentNames(em));
      if (same && !same.paused && isDeepStrictEqual(same.channels, wanted)) return same;
      if (same) throw followedAlready(same);
      if ((await em.count(Follow, { account })) >= LIMITS.follows.perAccount)
        throw conflict(
          'TOO_MANY_FOLLOWS',
          `An account can follow ${LIMITS.follows.perAccount} searches. Delete one first.`,
        );
      const now = clock.now();
      const follow = em.create(Follow, {
        account,
        ...columns,
        ...wanted,
        pausedAt: null,
        since: now,
        created: now,
      });
      await em.persist(follow).flush();
      return this.#shown(follow.followId);
    });
  }

  /**
   * Changes what is given. Another filter or condition, and the end of a pause, exclude sales that were approved before.
   *
   * @throws DomainError not_found for a follow of another account; otherwise as `create`.
   */
  update({ id, filter, condition, channels, paused }: UpdateFollow): Promise<ShownFollow> {
    const { em, clock } = this.deps;
    const { user_id } = signedIn(this.deps.actor);
    if (filter) this.#checkKnown(filter);
    return changingAccount(em, user_id, async () => {
      const follow = await this.#find(id);
      const columns =
        (filter || condition) &&
        filterColumns(
          filter ?? storedFilter(follow.search),
          condition ?? conditionOf(follow.condition, follow.price),
        );
      const current = await currentNames(em);
      const isOther = columns !== undefined && currentKey(columns, current) !== currentKey(follow, current);
      const same =
        columns && (isOther || columns.key !== follow.key) && (await this.#equivalent(columns, current, id));
      if (same) throw followedAlready(same);
      const wasPaused = follow.pausedAt !== null;
      const isPaused = paused ?? wasPaused;
      const now = clock.now();
      Object.assign(follow, {
        ...columns,
        ...channels,
        pausedAt: isPaused ? (follow.pausedAt ?? now) : null,
        since: isOther || (wasPaused && !isPaused) ? now : follow.since,
      });
      await em.flush();
      return this.#shown(id);
    });
  }

  /** Deletes a follow with its matches. @throws DomainError not_found for a follow of another account. */
  async remove(id: number): Promise<void> {
    const { em } = this.deps;
    await em.transactional(async () => {
      const { user_id } = signedIn(this.deps.actor);
      if ((await em.nativeDelete(Follow, { followId: id, account: user_id })) === 0) throw notFound('follow');
    });
  }

  /** A stored filter may have an ability that the catalogue no longer has; a new one would match nothing. */
  #checkKnown(filter: CreateFollow['filter']): void {
    const [unknown] = notesOn(this.deps, filter).unknown ?? [];
    if (unknown) throw invalidField('filter', unknown);
  }

  async #find(id: number): Promise<Follow> {
    const { em, actor } = this.deps;
    const follow = await em.findOne(Follow, { followId: id, account: signedIn(actor).user_id });
    if (!follow) throw notFound('follow');
    return follow;
  }

  async #shown(id: number): Promise<ShownFollow> {
    const { em, actor } = this.deps;
    const [follow] = await followsWhere(
      em,
      sql`f.follow_id = ${id} and f.user_id = ${signedIn(actor).user_id}`,
    );
    if (!follow) throw notFound('follow');
    return follow;
  }

  /** The caller's equivalent follow, other than the one that is changed; null without one. */
  async #equivalent(
    columns: StoredSearch,
    current: CurrentName,
    changed?: number,
  ): Promise<ShownFollow | null> {
    const { em, actor } = this.deps;
    const own = await em.find(Follow, { account: signedIn(actor).user_id }, { orderBy: { followId: 'asc' } });
    const key = currentKey(columns, current);
    const same = own.find((follow) => follow.followId !== changed && currentKey(follow, current) === key);
    return same ? this.#shown(same.followId) : null;
  }
}
