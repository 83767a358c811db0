import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import {
  EVER,
  type ReturnPreview,
  type ReturnRequest,
  type ReturnRun,
  type Reviewer,
} from '../../contract/review/reviewer-audit.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { formatNumber } from '../../contract/shared/plural.ts';
import { isInProgress } from '../../contract/shared/run-status.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue, enqueueAll } from '../../queue/outbox.ts';
import { type Actor, actorId } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Account } from '../identity/account.entity.ts';
import { actorOf, requireAccount } from '../identity/account.queries.ts';
import { administeringAccount } from '../identity/account-lock.queries.ts';
import type { SaleTransitions } from '../sales/sale-transitions.ts';
import { Service } from '../service.ts';
import { ApprovalReturn } from './approval-return.entity.ts';
import {
  type ApprovalSpan,
  countInEffect,
  findRun,
  isInEffect,
  latestRuns,
  readReviewers,
  unfinishedRun,
} from './reviewer-audit.queries.ts';

const noRun = () => notFound('return of approvals');

/** Formats a moment; midnight in UTC as the day only. */
const isoMoment = (since: Date) => since.toISOString().replace(/T00:00:00\.000Z$/, '');

/** ` since 2026-03-12`; empty when every approval is meant. */
const sinceLabel = (since: Date) =>
  since.getTime() === new Date(EVER).getTime() ? '' : ` since ${isoMoment(since)}`;

/** Without the name, so that the reviewer can have it erased; the event of the approval has the account. */
const noteOf = ({ since }: ApprovalReturn) =>
  `All approvals by this reviewer${sinceLabel(since)} return to review.`;

const alreadyRunning = ({ reviewer, since, returned, total }: ReturnRun) =>
  conflict(
    'RETURN_UNDER_WAY',
    `Approvals by ${reviewer}${sinceLabel(new Date(since))} are already being returned to review: ${formatNumber(returned)} of ${formatNumber(total)}. Nothing was changed; try again when that return is done.`,
  );

const spanOf = ({ reviewer, since, created }: ApprovalReturn): ApprovalSpan => ({
  reviewerId: reviewer.userId,
  since,
  until: created,
});

/** Statistics about reviewers, and bulk returns of a reviewer's approvals to review (docs/screens.md). */
export class ReviewerAuditService extends Service<{ saleTransitions: SaleTransitions; audit: AuditService }> {
  /** The figures of all current and former reviewers, the busiest first. @param since `YYYY-MM-DD`, inclusive */
  reviewers(since?: string): Promise<Reviewer[]> {
    return readReviewers(this.deps.em, since === undefined ? null : new Date(since));
  }

  /**
   * What a return would do now, without changing anything.
   *
   * @throws DomainError not_found for an unknown reviewer.
   */
  async preview({ reviewer_id, since }: ReturnRequest): Promise<ReturnPreview> {
    const { username } = await requireAccount(this.deps.em, reviewer_id);
    const span = { reviewerId: reviewer_id, since: new Date(since), until: null };
    const { approvals } = await countInEffect(this.deps.em, span);
    return { username, approvals };
  }

  /**
   * Starts a return of a reviewer's approvals since a moment to review. A job processes it in batches (`returnNext`).
   *
   * @throws DomainError not_found for an unknown reviewer; conflict for one's own approvals, and while another return
   *   of this reviewer's approvals is unfinished.
   */
  async start({ reviewer_id, since }: ReturnRequest): Promise<ReturnRun> {
    const { em, actor } = this.deps;
    if (actorId(actor) === reviewer_id)
      throw conflict('OWN_ACCOUNT', 'You cannot return your own approvals. Ask another admin to do it.');
    return administeringAccount(em, reviewer_id, (reviewer) => this.#begin(reviewer, since, false));
  }

  /**
   * Starts a return of the approvals of an account that the caller's transaction suspends.
   *
   * @returns null when there is nothing to return
   * @throws DomainError conflict while another return of this reviewer's approvals is unfinished.
   */
  async startWithSuspension(reviewer: Account, since: string): Promise<ReturnRun | null> {
    const { approvals } = await this.preview({ reviewer_id: reviewer.userId, since });
    return approvals === 0 ? null : this.#begin(reviewer, since, true);
  }

  async #begin(reviewer: Account, since: string, suspended: boolean): Promise<ReturnRun> {
    const { em, actor, clock } = this.deps;
    const other = await unfinishedRun(em, reviewer.userId);
    if (other) throw alreadyRunning(other);

    const span = { reviewerId: reviewer.userId, since: new Date(since), until: null };
    const { approvals, newest } = await countInEffect(em, span);
    const now = clock.now();
    const run = em.create(ApprovalReturn, {
      reviewer,
      since: span.since,
      suspended,
      requestedBy: actorId(actor),
      requestedName: actor.type === 'system' ? actor.name : null,
      status: 'waiting',
      total: approvals,
      returned: 0,
      lastSaleId: 0,
      // An approval by a process whose clock is ahead is covered too.
      created: newest && newest > now ? newest : now,
    });
    await em.persist(run).flush();
    const { runId: run_id } = run;
    await enqueue(em, JOBS.returnApprovals, { run_id });
    await this.deps.audit.record('approvals.return-started', {
      target: reviewer.username,
      detail: { run_id, since: span.since.toISOString(), approvals, suspended },
    });
    return this.run(run_id);
  }

  runs(): Promise<ReturnRun[]> {
    return latestRuns(this.deps.em);
  }

  /** @throws DomainError not_found for an unknown return. */
  async run(runId: number): Promise<ReturnRun> {
    const run = await findRun(this.deps.em, runId);
    if (!run) throw noRun();
    return run;
  }

  unfinished(reviewerId: number): Promise<ReturnRun | undefined> {
    return unfinishedRun(this.deps.em, reviewerId);
  }

  /**
   * Enqueues the jobs of unfinished returns again, in case they were lost: such a return would stay unfinished, and allow
   * no other one of the same reviewer. A second job of a running return does no harm.
   */
  async resume(): Promise<void> {
    const { em } = this.deps;
    const runs = (await em.find(ApprovalReturn, { finished: null })).map(({ runId }) => ({ run_id: runId }));
    await enqueueAll(em, JOBS.returnApprovals, runs);
  }

  /**
   * The actor who requested a return. The work is done as this actor, so that the sales' histories name the
   * requester.
   *
   * @throws DomainError not_found for an unknown return.
   */
  async requesterOf(runId: number): Promise<Actor> {
    const { em } = this.deps;
    const run = await em.findOne(ApprovalReturn, { runId });
    if (!run) throw noRun();
    const requester = run.requestedBy && (await em.findOne(Account, { userId: run.requestedBy.userId }));
    return requester ? actorOf(requester) : { type: 'system', name: run.requestedName ?? 'a deleted admin' };
  }

  /**
   * Processes the next batch of a return: returns some sales and saves the progress in one transaction. Any number of
   * processes may call it concurrently and may be killed at any time: the lock on the run's row prevents duplicates
   * and gaps. Does nothing if the return is finished.
   *
   * @throws DomainError not_found for an unknown return.
   */
  async returnNext(runId: number): Promise<ReturnRun> {
    const { em, clock, saleTransitions } = this.deps;
    return em.transactional(async () => {
      const run = await this.#lockRun(runId);
      if (isInProgress(run.status)) {
        const sales = await saleTransitions.lockFirst(
          sql`${isInEffect(spanOf(run))} and sale_id > ${run.lastSaleId}`,
          LIMITS.review.returnBatch,
        );
        await saleTransitions.returnToReview(sales, noteOf(run));
        run.returned += sales.length;
        run.total = Math.max(run.total, run.returned);
        run.lastSaleId = sales.at(-1)?.saleId ?? run.lastSaleId;
        const done = sales.length < LIMITS.review.returnBatch;
        run.status = done ? 'done' : 'running';
        run.finished = done ? clock.now() : null;
        await em.flush();
      }
      return this.run(runId);
    });
  }

  /** Aborts a return. Sales returned so far stay pending, and another return can be started for the rest. */
  async giveUp(runId: number): Promise<void> {
    const { em, clock } = this.deps;
    await em.transactional(async () => {
      const run = await this.#lockRun(runId);
      if (!isInProgress(run.status)) return;
      run.status = 'failed';
      run.finished = clock.now();
      await em.flush();
    });
  }

  async #lockRun(runId: number): Promise<ApprovalReturn> {
    const run = await this.deps.em.findOne(
      ApprovalReturn,
      { runId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!run) throw noRun();
    return run;
  }
}

/** The actor for looking up who requested the run. */
const LOOKUP: Actor = { type: 'system', name: 'return of approvals' };

/**
 * Completes a return of approvals in batches, as the actor who requested it, and yields its progress after each
 * batch. When the caller stops iterating, the work stops; a later call resumes it.
 *
 * @param serviceAs creates the service for one batch, with a separate scope and the given actor
 * @throws DomainError not_found for an unknown run.
 */
export async function* continueReturn(
  serviceAs: (actor: Actor) => ReviewerAuditService,
  runId: number,
): AsyncGenerator<ReturnRun> {
  const requester = await serviceAs(LOOKUP).requesterOf(runId);
  let run: ReturnRun;
  do {
    run = await serviceAs(requester).returnNext(runId);
    yield run;
  } while (isInProgress(run.status));
}
