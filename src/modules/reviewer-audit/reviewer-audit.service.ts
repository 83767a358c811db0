import { LockMode } from '@mikro-orm/postgresql';
import {
  isUnfinished,
  type ReturnForecast,
  type ReturnPreview,
  type ReturnRun,
  type ReturnStart,
  type Reviewer,
} from '../../contract/review/reviewer-audit.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { publish } from '../../events/publish.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { returnApprovals } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import type { AccountsService } from '../accounts/accounts.service.ts';
import { type Actor, actorId } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Account } from '../identity/account.entity.ts';
import { type AccountRef, actorOf, lockAccount, requireAccount } from '../identity/account.queries.ts';
import type { SalesService } from '../sales/sales.service.ts';
import type { RequestScope } from '../scope.ts';
import { ApprovalReturn } from './approval-return.entity.ts';
import { presentReviewer, presentRun } from './reviewer-audit.presenter.ts';
import type { ApprovalSpan, ReviewerAuditQueries } from './reviewer-audit.queries.ts';

const noRun = () => notFound('return of approvals');
const ownApprovals = () =>
  new DomainError('conflict', 'OWN_ACCOUNT', 'You cannot return your own approvals: ask another admin.');

const progressOf = ({ returned, total }: ReturnRun) =>
  `${returned.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;

/** Midnight UTC of a day, or the moment itself. */
const momentOf = (since: string) => new Date(since);

/** As a person writes it: the day alone when it begins there. */
const inWords = (since: Date) => since.toISOString().replace(/T00:00:00\.000Z$/, '');

const underWay = (run: ReturnRun) =>
  new DomainError(
    'conflict',
    'RETURN_UNDER_WAY',
    `Approvals by ${run.reviewer} since ${inWords(momentOf(run.since))} are being returned to review already: ${progressOf(run)}.`,
  );

/** A suspended reviewer approves no more, so what slipped in while the suspension came is meant too. */
const spanOf = ({ reviewer, since, suspended, created }: ApprovalReturn): ApprovalSpan => ({
  reviewerId: reviewer.userId,
  since,
  until: suspended ? null : created,
});

interface Deps extends RequestScope {
  accounts: AccountsService;
  sales: SalesService;
  audit: AuditService;
  reviewerAuditQueries: ReviewerAuditQueries;
}

/** Watches over reviewers, and takes back what one of them approved in bulk (docs/product.md "Screens", the FAQ's promise). */
export class ReviewerAuditService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The figures of everyone who reviews or has reviewed, the busiest first; decisions from a `YYYY-MM-DD` on. */
  async reviewers(since?: string): Promise<Reviewer[]> {
    const rows = await this.#deps.reviewerAuditQueries.reviewers(
      since === undefined ? null : momentOf(since),
    );
    return rows.map(presentReviewer);
  }

  /** The id of a reviewer by name. @throws DomainError not_found for an unknown one. */
  async reviewerId(who: AccountRef): Promise<number> {
    return (await requireAccount(this.#deps.em, who)).userId;
  }

  /**
   * What a return would do now; nothing changes.
   *
   * @throws DomainError not_found for an unknown reviewer.
   */
  async preview({ reviewer_id, since }: ReturnPreview): Promise<ReturnForecast> {
    const { username } = await requireAccount(this.#deps.em, reviewer_id);
    const span = { reviewerId: reviewer_id, since: momentOf(since), until: null };
    return { username, approvals: await this.#deps.reviewerAuditQueries.countStanding(span) };
  }

  /**
   * Sets out to return a reviewer's approvals since a moment to review, and suspends the reviewer when asked to. A
   * job does it bit by bit (`returnNext`).
   *
   * @throws DomainError not_found for an unknown reviewer; conflict on one's own approvals, while another return of
   *   this reviewer's approvals is under way, and when the suspension would leave no admin.
   */
  async start({ reviewer_id, since, suspend }: ReturnStart): Promise<ReturnRun> {
    const { em, actor, clock } = this.#deps;
    if (actorId(actor) === reviewer_id) throw ownApprovals();
    return em.transactional(async () => {
      // Suspends first: it locks the admins before the account, as whatever else changes accounts does.
      if (suspend) await this.#deps.accounts.setStatus(reviewer_id, 'Suspended');
      const reviewer = await lockAccount(em, reviewer_id);
      const other = await this.#deps.reviewerAuditQueries.unfinished(reviewer_id);
      if (other) throw underWay(presentRun(other));

      const span = { reviewerId: reviewer_id, since: momentOf(since), until: null };
      const total = await this.#deps.reviewerAuditQueries.countStanding(span);
      const run = em.create(ApprovalReturn, {
        reviewer,
        since: span.since,
        suspended: suspend,
        requestedBy: actorId(actor),
        requestedName: actor.type === 'system' ? actor.name : null,
        status: 'waiting',
        total,
        returned: 0,
        lastSaleId: 0,
        created: clock.now(),
      });
      em.persist(run);
      await em.flush();
      const { runId: run_id } = run;
      await enqueue(em, returnApprovals, { run_id });
      await this.#deps.audit.record({
        action: 'approvals.return-started',
        target: reviewer.username,
        detail: { run_id, since: span.since.toISOString(), approvals: total, suspended: suspend },
      });
      return this.run(run_id);
    });
  }

  /** The last returns, the newest first. */
  async runs(): Promise<ReturnRun[]> {
    return (await this.#deps.reviewerAuditQueries.runs()).map(presentRun);
  }

  /** @throws DomainError not_found for an unknown return. */
  async run(runId: number): Promise<ReturnRun> {
    const row = await this.#deps.reviewerAuditQueries.run(runId);
    if (!row) throw noRun();
    return presentRun(row);
  }

  /** The return of a reviewer's approvals that is under way. */
  async unfinished(reviewerId: number): Promise<ReturnRun | null> {
    const row = await this.#deps.reviewerAuditQueries.unfinished(reviewerId);
    return row ? presentRun(row) : null;
  }

  /**
   * Who asked for a return, to act in that name: the histories of the sales say so, whichever process does it.
   *
   * @throws DomainError not_found for an unknown return.
   */
  async askerOf(runId: number): Promise<Actor> {
    const { em } = this.#deps;
    const run = await em.findOne(ApprovalReturn, { runId });
    if (!run) throw noRun();
    const asker = run.requestedBy && (await em.findOne(Account, { userId: run.requestedBy.userId }));
    // An admin when asking, whatever the account is now.
    return asker
      ? { ...actorOf(asker), role: 'admin' }
      : { type: 'system', name: run.requestedName ?? 'an admin whose account is gone' };
  }

  /**
   * Takes the next step of a return, in one transaction: some sales, and how far it has come. Any number of processes
   * may do so at once, and each may be killed at any moment: they take turns at the run's row, so nothing is done
   * twice or left out. Does nothing to a finished one.
   *
   * @throws DomainError not_found for an unknown return.
   */
  async returnNext(runId: number): Promise<ReturnRun> {
    const { em, clock } = this.#deps;
    return em.transactional(async () => {
      const run = await this.#lockRun(runId);
      if (isUnfinished(run.status)) {
        const saleIds = await this.#deps.reviewerAuditQueries.lockStanding(
          spanOf(run),
          run.lastSaleId,
          LIMITS.review.returnBatch,
        );
        run.returned += await this.#returnToReview(run, saleIds);
        run.total = Math.max(run.total, run.returned);
        run.lastSaleId = saleIds.at(-1) ?? run.lastSaleId;
        const done = saleIds.length < LIMITS.review.returnBatch;
        run.status = done ? 'done' : 'running';
        run.finished = done ? clock.now() : null;
        await em.flush();
        await publish(em, [{ type: 'return.advanced', run_id: runId }]);
      }
      return this.run(runId);
    });
  }

  /** Gives a return up: what it has done stays done, and another may be started for the rest. */
  async giveUp(runId: number): Promise<void> {
    const { em, clock } = this.#deps;
    await em.transactional(async () => {
      const run = await this.#lockRun(runId);
      if (!isUnfinished(run.status)) return;
      run.status = 'failed';
      run.finished = clock.now();
      await em.flush();
      await publish(em, [{ type: 'return.advanced', run_id: runId }]);
    });
  }

  async #lockRun(runId: number): Promise<ApprovalReturn> {
    const run = await this.#deps.em.findOne(
      ApprovalReturn,
      { runId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!run) throw noRun();
    return run;
  }

  async #returnToReview(run: ApprovalReturn, saleIds: number[]): Promise<number> {
    if (saleIds.length === 0) return 0;
    const { username } = await requireAccount(this.#deps.em, run.reviewer.userId);
    return this.#deps.sales.returnApprovals(
      saleIds,
      `All approvals by ${username} since ${inWords(run.since)} return to review.`,
    );
  }
}
