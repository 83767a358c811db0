import type { z } from 'zod';
import { can } from '../../contract/accounts/roles.ts';
import type { BulkResult, SeenSale } from '../../contract/review/review.ts';
import { isFinal } from '../../contract/review/review-values.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { Submitted, zDecision } from '../../contract/sale/sale.ts';
import type { Decision } from '../../contract/sale/statuses.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query } from '../../db/query.ts';
import { type DomainError, invalidField, notFound } from '../../lib/errors.ts';
import { type Actor, actorId, signedIn, viewerOf } from '../actor.ts';
import type { AddressesService } from '../addresses/addresses.service.ts';
import { knownStatus } from '../known-status.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { SaleOfKind } from '../market/sale.presenter.ts';
import type { SaleQueries } from '../market/sale.queries.ts';
import { batches } from '../paging.ts';
import { Service } from '../service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { SaleDraft, SaleEdit } from './drafts.ts';
import { firstAnswer, withIdempotencyKey } from './idempotency.ts';
import type { Sale } from './sale.entity.ts';
import {
  alreadyReviewed,
  changedSince,
  decidedBefore,
  notDecided,
  notOwnDecision,
  staleVersion,
  undoneTooLate,
} from './sale-conflicts.ts';
import type { SaleEditor } from './sale-editor.ts';
import { SaleEvent, WITHDRAWN } from './sale-event.entity.ts';
import { mayReview, type NotedStep, type SaleTransitions, type StateStep } from './sale-transitions.ts';
import { insertSales } from './sale-writer.ts';
import { awaitsDecisionNotice } from './submission-notices.ts';

/** A sale of a call: whether the call repeats its last change, or why it is refused. */
type Outcome = { id: number } & ({ sale: Sale; isRepeat: boolean; error: null } | { error: DomainError });
type Check = (sale: Sale) => Promise<DomainError | null>;

/** Recorded as the approver of submissions while the setting is on. */
const SKIP_REVIEW: Actor = { type: 'system', name: 'skip-review setting' };

const SUBMITTED_MESSAGES = {
  pending: 'Thank you. Your submission is waiting for review.',
  approved: 'Thank you. Your submission is approved.',
};

const bulkResult = (outcome: Outcome): BulkResult => {
  const { id, error } = outcome;
  if (error) {
    const { code, message, extras } = error;
    return { ok: false, id, reason: code, message, decided: extras.decided ?? null };
  }
  const { status, version } = outcome.sale;
  return { ok: true, id, status, version };
};

interface Deps {
  addresses: AddressesService;
  limits: RateLimits;
  settings: SettingsService;
  saleQueries: SaleQueries;
  saleTransitions: SaleTransitions;
  saleEditor: SaleEditor;
}

/** Submissions and their review, each use case one transaction (docs/decisions/0003-outbox.md). */
export class SalesService extends Service<Deps> {
  /**
   * Stores a submission. Submissions of checkers and admins are approved at once while the skip-review setting is on.
   *
   * @param idempotencyKey repeating a key within a day returns the first response and stores nothing (docs/api.md
   *   "Sales")
   * @throws DomainError invalid, with a message per field, when the draft does not match the catalogue, or corrects
   *   anything but a rejected sale of the actor and its kind; rate_limited
   *   after too many submissions in an hour; conflict while the account's address must be confirmed first.
   */
  async submit(draft: SaleDraft, idempotencyKey: string | null): Promise<Submitted> {
    const { actor, limits } = this.deps;
    // First, because a repeated call takes nothing of the limit.
    const first = await firstAnswer<Submitted>(this.deps, idempotencyKey, draft);
    if (first) return first;
    const staff = can(viewerOf(actor), 'sale.submitApproved');
    const limit = staff ? 'submitStaff' : 'submit';
    const refusal = actor.type === 'account' ? await limits.takeSilently(limit, actor.user_id) : null;
    return this.deps.em.transactional(() =>
      withIdempotencyKey(this.deps, idempotencyKey, draft, async () => {
        // Not before, because the call may repeat one that is still running.
        if (refusal) throw refusal;
        return this.#submit(draft);
      }),
    );
  }

  /** Whether a submission of the actor is approved at once. */
  async skipsReview(): Promise<boolean> {
    return can(viewerOf(this.deps.actor), 'sale.submitApproved') && this.deps.settings.skipsReview();
  }

  async #submit(draft: SaleDraft): Promise<Submitted> {
    const { actor, clock } = this.deps;
    await this.deps.addresses.requireConfirmed();
    const sale = await this.deps.saleEditor.resolve(draft);
    await this.#requireCorrectable(draft);
    const skips = await this.skipsReview();
    const status = skips ? 'approved' : 'pending';
    const [saleId] = await insertSales(this.deps, actor, [
      {
        sale,
        status,
        submittedBy: actorId(actor),
        dateSubmitted: clock.now(),
        decidedBy: skips ? SKIP_REVIEW : null,
        corrects: draft.corrects,
      },
    ]);
    return { sale_id: Number(saleId), status, message: SUBMITTED_MESSAGES[status] };
  }

  async #requireCorrectable({ kind, corrects }: SaleDraft): Promise<void> {
    if (corrects === undefined) return;
    const { em, actor, clock } = this.deps;
    const found = await query(em)`select from sale s
      where sale_id = ${corrects} and kind = ${kind} and submitted_by = ${actorId(actor)} and deleted_at is null
        and ${knownStatus(clock.now())} = 'rejected'`;
    if (found.length === 0)
      throw invalidField(
        'corrects',
        `You have no rejected ${kind} sale #${corrects} that could be corrected.`,
      );
  }

  /**
   * Withdraws a pending submission of the actor: deletes it, with a note. A repeated call changes nothing, so that it can be
   * sent again when its response was lost.
   *
   * @throws DomainError conflict when it was already decided, although the submitter may not know that yet; not_found for
   *   any other sale, or a deleted one.
   */
  async withdraw(id: number): Promise<void> {
    const { em, actor, saleTransitions } = this.deps;
    await em.transactional(async () => {
      const sale = await saleTransitions.lockOne(id);
      if (!sale || sale.submittedBy?.userId !== signedIn(actor).user_id) throw notFound('submission');
      if (sale.deletedAt) {
        const deletion = { sale: id, type: 'deleted' } as const;
        const last = await em.findOne(SaleEvent, deletion, { orderBy: { eventId: 'desc' } });
        if (last?.notes === WITHDRAWN) return;
        throw notFound('submission');
      }
      if (sale.status !== 'pending') throw decidedBefore();
      await saleTransitions.apply([sale], 'deleted', WITHDRAWN);
    });
  }

  /**
   * Edits a pending sale during review. A repeated call with the same `version` changes nothing, as for the methods below
   * (`SaleTransitions.isRepeat`).
   *
   * @throws DomainError conflict when it was already decided or `version` is stale; invalid when the result does not
   *   match the catalogue; not_found for a sale that the viewer may not review.
   */
  async edit<Kind extends SaleKind>(
    kind: Kind,
    id: number,
    change: SaleEdit,
    version?: number,
  ): Promise<SaleOfKind[Kind]> {
    return this.deps.em.transactional(async () => {
      const edited = { type: 'edited', notes: null } as const;
      const { sale, isRepeat } = await this.#lockPending(kind, { id, version }, edited);
      const isChanged = await this.deps.saleEditor.edit(sale, change);
      if (isRepeat && isChanged) throw staleVersion();
      return this.deps.saleQueries.present(kind, id);
    });
  }

  /**
   * Approves or rejects a pending sale. Of several different decisions, exactly one succeeds.
   *
   * @throws DomainError conflict when it was already decided, with who and when, or when `version` is stale;
   *   not_found for a sale that the viewer may not review.
   */
  async decide<Kind extends SaleKind>(
    kind: Kind,
    { id, version, status, review_notes }: z.output<typeof zDecision>,
  ): Promise<SaleOfKind[Kind]> {
    return this.deps.em.transactional(async () => {
      const step = { type: status, notes: review_notes ?? null };
      const { sale, isRepeat } = await this.#lockPending(kind, { id, version }, step);
      if (!isRepeat) await this.deps.saleTransitions.apply([sale], step.type, step.notes);
      return this.deps.saleQueries.present(kind, id);
    });
  }

  /** Makes the same decision on several sales of either kind, in one transaction; skips those that cannot be decided. */
  decideMany(seen: readonly SeenSale[], status: Decision, notes: string | null): Promise<BulkResult[]> {
    return this.#stepWithMany(seen, { type: status, notes }, this.#notPending);
  }

  /** Undoes the actor's own decisions within `LIMITS.review.undoSeconds`: the sales are pending again. */
  undo(seen: readonly SeenSale[]): Promise<BulkResult[]> {
    return this.#stepWithMany(seen, { type: 'undone', notes: null }, this.#notUndoable);
  }

  /**
   * Rejects all pending sales of an account, in the caller's transaction. The caller has locked the account, so that
   * there are no new ones meanwhile.
   *
   * @returns the number of sales rejected
   */
  async rejectPendingOf(userId: number, notes: string): Promise<number> {
    const { em, saleTransitions } = this.deps;
    const ids = await query(em)<{ sale_id: number }>`select sale_id from sale
      where submitted_by = ${userId} and status = 'pending' and deleted_at is null order by sale_id`;
    let rejected = 0;
    for (const batch of batches(ids, LIMITS.review.returnBatch)) {
      const locked = [...(await saleTransitions.lock(batch.map(({ sale_id }) => sale_id))).values()];
      const pending = locked.filter(({ status, deletedAt }) => status === 'pending' && !deletedAt);
      await saleTransitions.apply(pending, 'rejected', notes);
      rejected += pending.length;
    }
    return rejected;
  }

  async #stepWithMany(
    seen: readonly SeenSale[],
    step: NotedStep<StateStep>,
    check: Check,
  ): Promise<BulkResult[]> {
    return this.deps.em.transactional(async () => {
      const locked = await this.deps.saleTransitions.lock(seen.map(({ id }) => id));
      const outcomes: Outcome[] = [];
      for (const one of seen)
        outcomes.push(await this.#checkReviewable(one, locked.get(one.id), step, check));
      const accepted = outcomes.flatMap((outcome) =>
        outcome.error || outcome.isRepeat ? [] : [outcome.sale],
      );
      await this.deps.saleTransitions.apply(accepted, step.type, step.notes);
      return outcomes.map(bulkResult);
    });
  }

  /**
   * Locks a sale of that kind until the transaction ends.
   *
   * @throws DomainError when it is not pending, unless the call repeats its last change
   */
  async #lockPending(kind: SaleKind, seen: SeenSale, step: NotedStep) {
    const sale = await this.deps.saleTransitions.lockOne(seen.id);
    const ofKind = sale?.kind === kind ? sale : undefined;
    const outcome = await this.#checkReviewable(seen, ofKind, step, this.#notPending);
    if (outcome.error) throw outcome.error;
    return outcome;
  }

  /** Reports a deleted sale, or one that the viewer may not review, as not found. */
  async #checkReviewable(
    { id, version }: SeenSale,
    sale: Sale | undefined,
    step: NotedStep,
    check: Check,
  ): Promise<Outcome> {
    if (!sale || !mayReview(this.deps.actor, sale)) return { id, error: notFound('sale') };
    const isRepeat = await this.deps.saleTransitions.isRepeat(sale, version, step);
    if (isRepeat) return { id, sale, isRepeat, error: null };
    const isStale = version !== undefined && version !== sale.version;
    const error = (await check(sale)) ?? (isStale ? staleVersion() : null);
    return error ? { id, error } : { id, sale, isRepeat, error };
  }

  readonly #notPending: Check = async (sale) =>
    sale.status === 'pending' ? null : alreadyReviewed(this.deps, sale);

  readonly #notUndoable: Check = async (sale) => {
    const { em, actor, clock } = this.deps;
    if (sale.status === 'pending' || !sale.decidedAt) return notDecided();
    if (sale.decidedBy?.userId !== actorId(actor)) return notOwnDecision(this.deps, sale);
    if (isFinal(sale.decidedAt, clock.now())) return undoneTooLate();
    // The clock of the process that notified the submitter may be ahead of this one's.
    if (sale.submittedBy && !(await awaitsDecisionNotice(em, sale.saleId))) return undoneTooLate();
    const last = await em.findOne(SaleEvent, { sale: sale.saleId }, { orderBy: { eventId: 'desc' } });
    return last?.type === sale.status ? null : changedSince();
  };
}
