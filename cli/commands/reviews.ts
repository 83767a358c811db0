import { z } from 'zod';
import { zSuspensionReason } from '../../src/contract/admin/account-admin.ts';
import {
  REVIEWER_FIGURES,
  type ReturnPreview,
  type ReturnRequest,
  type ReturnRun,
  type Reviewer,
  zReviewerAudit,
  zSince,
} from '../../src/contract/review/reviewer-audit.ts';
import { formatDate } from '../../src/contract/shared/dates.ts';
import { counted, plural } from '../../src/contract/shared/plural.ts';
import { shareText } from '../../src/contract/shared/shares.ts';
import { parseInput } from '../../src/lib/parse-input.ts';
import { requireAccount } from '../../src/modules/identity/account.queries.ts';
import type { Services } from '../../src/runtime/services.ts';
import type { CliCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { finishReturn, unfinishedReturn } from '../finish-return.ts';
import { parseFlags } from '../flags.ts';
import { printResult, table } from '../output.ts';
import { askConsent, type ConsentOptions } from '../prompts.ts';
import { type GlobalOptions, withServices } from '../run.ts';

interface ReturnOptions extends ConsentOptions {
  reviewer: string;
  since: string;
  suspend?: boolean;
  reason?: string;
  dryRun?: boolean;
}

/** `Suspend ash_k and return 37 approvals to review`. */
function describeAction({ username, approvals }: ReturnPreview, suspend: boolean): string {
  const sales = counted(approvals, 'approval');
  return suspend
    ? `Suspend ${username} and return ${sales} to review`
    : `Return ${sales} by ${username} to review`;
}

function describeOutcome(reviewer: string, run: ReturnRun | null, isSuspended: boolean): string {
  const returned = run?.returned ?? 0;
  const sales = `${counted(returned, 'approval')} by ${reviewer} ${plural(returned, 'is', 'are')} back in review.`;
  return isSuspended ? `${sales} ${reviewer} is suspended and logged out everywhere.` : sales;
}

/** Starts the return; with a reason, also suspends the reviewer. Null when the suspension has nothing to return. */
async function start(
  { reviewerAudit, suspensions }: Services,
  request: ReturnRequest,
  reason: string | null,
): Promise<ReturnRun | null> {
  if (reason === null) return reviewerAudit.start(request);
  const { reviewer_id, since: return_since } = request;
  return (await suspensions.suspend(reviewer_id, { reason, return_since, reject_pending: false })).run;
}

async function returnToReview(options: ReturnOptions): Promise<void> {
  const { json, reviewer, dryRun = false, suspend = false } = options;
  const { since } = parseFlags(z.object({ since: zSince }), { since: options.since });
  if (new Date(since) > new Date()) throw new UsageError('--since must not be in the future');
  if (suspend && options.reason === undefined) throw new UsageError('--suspend needs --reason <text>');
  const reason = suspend ? parseInput(zSuspensionReason, options.reason) : null;

  await withServices(options, async (services, runtime) => {
    const { userId } = await requireAccount(services.scope.em, reviewer);
    const request = { reviewer_id: userId, since };
    const preview = await services.reviewerAudit.preview(request);
    const action = describeAction(preview, suspend);
    if (dryRun) {
      printResult(
        json,
        { dry_run: true, suspend, ...preview },
        () => `${action}: nothing was changed (dry run).`,
      );
      return;
    }
    const unfinished = await unfinishedReturn(services, request, suspend);
    if (!unfinished) {
      const message = `${action}? This can be undone only by deciding each sale again.`;
      if (!(await askConsent(options, message))) return;
    }
    const started = unfinished ?? (await start(services, request, reason));
    const run = started && (await finishReturn(runtime, started));
    printResult(json, { dry_run: false, run }, () => describeOutcome(preview.username, run, suspend));
  });
}

const statsTable = (reviewers: Reviewer[]) =>
  table(
    reviewers.map((one) => ({
      reviewer: one.username,
      role: one.account_status === 'Active' ? one.role : `${one.role}, suspended`,
      decisions: one.decisions,
      approved: one.approved,
      rejected: one.rejected,
      overturned: one.overturned,
      share: one.overturned_share === null ? null : shareText(one.overturned_share, 1),
      'wait s': one.median_wait_seconds,
      'pace s': one.median_seconds,
      last: one.last_decision && formatDate(one.last_decision),
    })),
  );

async function stats(options: GlobalOptions & { since?: string }): Promise<void> {
  const { since } = parseFlags(zReviewerAudit, { since: options.since });
  const found = await withServices(options, ({ reviewerAudit }) => reviewerAudit.reviewers(since));
  printResult(options.json, { data: found }, () => (found.length ? statsTable(found) : 'No reviewers yet.'));
}

export function reviewsCommands(program: CliCommand): void {
  const reviews = program
    .command('reviews')
    .description("show how reviewers decide; return a reviewer's approvals to review");

  reviews
    .command('stats')
    .description('decisions by reviewer, how many were overturned and how long they took')
    .option('--since <date>', 'only decisions from this day on, such as 2026-03-12')
    .notes(REVIEWER_FIGURES.join('\n'))
    .example('reviews stats --since 2026-03-12')
    .runs(stats);

  reviews
    .command('return')
    .description("return a reviewer's approvals to review; resumes an interrupted return")
    .requiredOption('--reviewer <name>', 'username or email address')
    .requiredOption('--since <moment>', 'at or after this time, such as 2026-03-12 or 2026-03-12T18:00 (UTC)')
    .option('--suspend', 'also suspend the reviewer and end their sessions; needs --reason')
    .option('--reason <text>', 'why the reviewer is suspended, for the audit log')
    .option('--dry-run', 'print what would be done and change nothing')
    .option('--yes', 'do not ask for confirmation')
    .notes(`
The reviewer's own submissions that skipped review return too. This can be undone only by deciding each sale again.`)
    .example(
      'reviews return --reviewer ash_k --since 2026-03-01 --dry-run',
      `reviews return --reviewer ash_k --since 2026-03-01 --suspend \\
    --reason "Approved faulty sales"`,
    )
    .runs(returnToReview);
}
