import { hasRole } from '../../../contract/accounts/roles.ts';
import { type ReportReason, reasonsFor, reasonsText } from '../../../contract/reports/report-values.ts';
import type { DecideReports, NewReport, OwnReport } from '../../../contract/reports/reports.ts';
import type { DecidedBy } from '../../../contract/review/review.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import type { Page } from '../../../contract/shared/primitives.ts';
import { publish } from '../../../events/publish.ts';
import { conflict, invalidField, notFound } from '../../../lib/errors.ts';
import { actorId, signedIn, viewerOf } from '../../actor.ts';
import type { AddressesService } from '../../addresses/addresses.service.ts';
import { changingAccount } from '../../identity/account-lock.queries.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { SaleQueries } from '../../market/sale.queries.ts';
import type { PageRequest } from '../../paging.ts';
import { Service } from '../../service.ts';
import type { Sale } from '../sale.entity.ts';
import { mayReview, type SaleTransitions } from '../sale-transitions.ts';
import { closeReports } from './close-reports.ts';
import { lastDecision, ownReports } from './reports.queries.ts';
import { SaleReport } from './sale-report.entity.ts';

const noOpenReports = (decided: DecidedBy | null) =>
  conflict('NO_OPEN_REPORTS', 'This sale has no open reports.', decided ? { decided } : {});

/** `Reported: Wrong price (2), Dead proof. The thread shows 2,000,000.` */
function returnNotes(reports: readonly SaleReport[], comment: string | null): string {
  const counts = new Map<ReportReason, number>();
  for (const { reason } of reports) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = [...counts].map(([reason, reports]) => ({ reason, reports }));
  return [`Reported: ${reasonsText(reasons)}.`, comment ?? ''].join(' ').trim();
}

interface Deps {
  addresses: AddressesService;
  limits: RateLimits;
  saleQueries: SaleQueries;
  saleTransitions: SaleTransitions;
}

/** Reports of approved sales by players, and what reviewers decide on them (docs/product.md "Reports"). */
export class ReportsService extends Service<Deps> {
  /**
   * Reports an approved sale, which may be the caller's own. Sending the same report again returns the first one.
   *
   * @throws DomainError not_found for a sale that is not public; conflict while another report of the caller is open,
   *   after a dismissed one until the sale changes, with too many open reports, and while the account's address must be
   *   confirmed; invalid when the other sale of a duplicate does not exist, and for a dead proof of a sale without one;
   *   rate_limited after too many in a day.
   */
  async create(report: NewReport): Promise<OwnReport> {
    const { user_id } = signedIn(this.deps.actor);
    const same = { sale: report.sale_id, reporter: user_id, outcome: null };
    if (!(await this.deps.em.count(SaleReport, same))) await this.deps.limits.take('report', user_id);
    // Locked, so that simultaneous reports cannot exceed the limit of open ones.
    return changingAccount(this.deps.em, user_id, async () => {
      await this.deps.addresses.requireConfirmed();
      const sale = await this.deps.saleTransitions.lockOne(report.sale_id);
      if (!sale || sale.deletedAt || sale.status !== 'approved') throw notFound('sale');
      const { em, clock } = this.deps;
      const open = await em.findOne(SaleReport, { sale, reporter: user_id, outcome: null });
      if (!open) {
        await this.#checkNew(report, sale, user_id);
        await em.insert(SaleReport, {
          sale,
          saleVersion: sale.version,
          reporter: user_id,
          reason: report.reason,
          comment: report.comment || null,
          duplicateOf: report.duplicate_of ?? null,
          reportedAt: clock.now(),
        });
        await this.#announce(sale);
      } else if (!isSame(open, report))
        throw conflict(
          'ALREADY_REPORTED',
          'You have already reported this sale. A reviewer will look at it.',
        );
      return this.#latestOf(user_id, sale.saleId);
    });
  }

  /** One page of the caller's own reports, newest first. */
  mine(saleId: number | undefined, request: PageRequest): Promise<Page<OwnReport>> {
    return ownReports(this.deps.em, signedIn(this.deps.actor).user_id, saleId, request);
  }

  /**
   * Decides all open reports of a sale: dismisses them, returns the sale to review, or states that the sale has been
   * corrected since. The reporters are notified. A repeated call with the same `version` changes nothing, because the response
   * to the first one may have been lost.
   *
   * @returns the sale, and the number of reports
   * @throws DomainError not_found for a sale that the caller may not review; conflict when the sale or its reports have
   *   changed since the caller saw them, when none is open, for a checker's own report, and for a correction of a sale
   *   that has not been changed.
   */
  async decide(input: DecideReports) {
    const { id, outcome, comment, version, last_report } = input;
    const { em, actor, saleTransitions } = this.deps;
    return em.transactional(async () => {
      const sale = await this.#lockReviewable(id);
      const repeated = await this.#countRepeated(sale, input);
      if (repeated > 0) return { sale: await this.deps.saleQueries.presentAny(id), decided: repeated };
      saleTransitions.requireVersion(sale, version);
      const open = await em.find(SaleReport, { sale, outcome: null }, { orderBy: { reportId: 'asc' } });
      await this.#checkOpen(sale, open, last_report);
      if (outcome === 'corrected' && !open.some(({ saleVersion }) => saleVersion < sale.version))
        throw conflict('NOT_CORRECTED', 'This sale has not been changed since it was reported.');
      const closing = { outcome, by: actor, comment: comment || null };
      const decided = await closeReports(this.deps, [id], closing);
      if (outcome === 'returned')
        await saleTransitions.returnToReview([sale], returnNotes(open, closing.comment));
      else await this.#announce(sale);
      return { sale: await this.deps.saleQueries.presentAny(id), decided };
    });
  }

  /** The number of reports that the caller has decided by the same call before; 0 when the call is no repeat. */
  async #countRepeated(
    sale: Sale,
    { outcome, comment, version, last_report }: DecideReports,
  ): Promise<number> {
    const { em, actor, saleTransitions } = this.deps;
    const seen = last_report === undefined ? {} : { reportId: { $lte: last_report } };
    const last = await em.findOne(SaleReport, { sale, ...seen }, { orderBy: { reportId: 'desc' } });
    if (version === undefined || !last?.decidedAt) return 0;
    const decision = { outcome, decidedBy: actorId(actor), decisionComment: comment || null };
    const same = { sale, decidedAt: last.decidedAt, ...decision };
    const decided = await em.find(SaleReport, same, { orderBy: { reportId: 'asc' } });
    if (outcome !== 'returned') return sale.version === version ? decided.length : 0;
    const step = { type: outcome, notes: returnNotes(decided, decision.decisionComment) };
    return (await saleTransitions.isRepeat(sale, version, step)) ? decided.length : 0;
  }

  async #lockReviewable(id: number): Promise<Sale> {
    const sale = await this.deps.saleTransitions.lockOne(id);
    if (!sale || !mayReview(this.deps.actor, sale)) throw notFound('sale');
    return sale;
  }

  async #checkOpen(sale: Sale, open: readonly SaleReport[], seen: number | undefined): Promise<void> {
    const newest = open.at(-1);
    if (!newest) throw noOpenReports(await lastDecision(this.deps.em, sale.saleId));
    if (seen !== undefined && newest.reportId > seen)
      throw conflict(
        'REPORTED_AGAIN',
        'Somebody has reported this sale again. Please read the new report first.',
      );
    const { actor } = this.deps;
    const isOwn = open.some(({ reporter }) => reporter && reporter.userId === actorId(actor));
    if (isOwn && !hasRole(viewerOf(actor), 'admin'))
      throw conflict('OWN_REPORT', 'You reported this sale yourself, so another reviewer has to decide.');
  }

  async #checkNew({ reason, duplicate_of }: NewReport, sale: Sale, userId: number): Promise<void> {
    const { em } = this.deps;
    if (!reasonsFor({ proof_url: sale.proofUrl ?? null }).includes(reason))
      throw invalidField('reason', 'This sale has no proof');
    const dismissed = { sale, reporter: userId, outcome: 'dismissed', saleVersion: sale.version } as const;
    if (await em.count(SaleReport, dismissed))
      throw conflict(
        'REPORT_DISMISSED',
        'A reviewer dismissed your report of this sale. You can report it again after the sale has changed.',
      );
    if ((await em.count(SaleReport, { reporter: userId, outcome: null })) >= LIMITS.reports.open)
      throw conflict(
        'TOO_MANY_REPORTS',
        `You have ${LIMITS.reports.open} open reports. You can report more once some are decided.`,
      );
    if (!duplicate_of) return;
    const other = await this.deps.saleQueries.findById(duplicate_of);
    if (other?.status !== 'approved')
      throw invalidField('duplicate_of', `There is no sale ${duplicate_of} in the market history`);
  }

  async #latestOf(userId: number, saleId: number): Promise<OwnReport> {
    const { data } = await ownReports(this.deps.em, userId, saleId, { limit: 1 });
    if (!data[0]) throw notFound('report');
    return data[0];
  }

  /** Notifies open review screens that the reports of a sale have changed. */
  #announce({ saleId, submittedBy }: Sale): Promise<void> {
    const submitted_by = submittedBy?.userId ?? null;
    return publish(this.deps.em, [{ type: 'reports.changed', sale_id: saleId, submitted_by }]);
  }
}

const isSame = (open: SaleReport, { reason, comment, duplicate_of }: NewReport): boolean =>
  open.reason === reason &&
  (open.comment ?? null) === (comment || null) &&
  (open.duplicateOf ?? null) === (duplicate_of ?? null);
