import type { Suspended, SuspensionOptions } from '../../contract/admin/account-admin.ts';
import { changedMeanwhile } from '../../lib/errors.ts';
import type { AccountsService } from '../accounts/accounts.service.ts';
import { actorId } from '../actor.ts';
import { lastStatusChange } from '../audit/audit.queries.ts';
import type { Account } from '../identity/account.entity.ts';
import { type AccountRef, presentAccount } from '../identity/account.queries.ts';
import { administeringAccount } from '../identity/account-lock.queries.ts';
import { unfinishedRun } from '../reviewer-audit/reviewer-audit.queries.ts';
import type { ReviewerAuditService } from '../reviewer-audit/reviewer-audit.service.ts';
import type { SalesService } from '../sales/sales.service.ts';
import { Service } from '../service.ts';

/** The review notes of sales that are rejected with the suspension of their submitter. */
const REJECTED = 'The account that submitted this sale was suspended.';

interface Deps {
  accounts: AccountsService;
  reviewerAudit: ReviewerAuditService;
  sales: SalesService;
}

/** Suspending an account, together with what it did. */
export class SuspensionsService extends Service<Deps> {
  /**
   * Suspends an account, which ends all its sessions at once. On request, also starts the return of its approvals to
   * review, and rejects its pending sales. Either everything is stored or nothing. An account that is suspended stays so, for
   * the first reason. A repeat with the same `seen`, whose first response may have been lost, changes nothing, and does not say
   * how many sales were rejected.
   *
   * @throws DomainError not_found for an unknown account; conflict for one's own account, when `seen` is outdated, when no
   *   admin would be left, and while another return of its approvals is unfinished.
   */
  async suspend(
    who: AccountRef,
    { reason, return_since, reject_pending, seen }: SuspensionOptions,
  ): Promise<Suspended> {
    const { em, accounts, reviewerAudit, sales } = this.deps;
    // The account stays locked: its decisions and submissions are stored before, or not at all.
    return administeringAccount(em, who, async (account) => {
      const { accountStatus: status, userId, username } = account;
      if (seen !== undefined && seen !== status) {
        if (!(await this.#isRepeat(account, reason)))
          throw changedMeanwhile(`the account ${username} is now ${status.toLowerCase()}`);
        const run = (await unfinishedRun(em, userId)) ?? null;
        return { user: presentAccount(account), run, rejected: 0 };
      }
      const user = await accounts.setStatus(userId, 'Suspended', reason);
      const run =
        return_since === null ? null : await reviewerAudit.startWithSuspension(account, return_since);
      const rejected = reject_pending ? await sales.rejectPendingOf(userId, REJECTED) : 0;
      return { user, run, rejected };
    });
  }

  /** Whether the caller suspended the account, for this reason. */
  async #isRepeat({ username, accountStatus }: Account, reason: string | null): Promise<boolean> {
    const { em, actor } = this.deps;
    const suspension = accountStatus === 'Suspended' && (await lastStatusChange(em, username));
    if (!suspension) return false;
    return suspension.actor?.userId === actorId(actor) && (suspension.detail?.reason ?? null) === reason;
  }
}
