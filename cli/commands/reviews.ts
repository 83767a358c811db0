import type { Command } from 'commander';
import {
  type ReturnForecast,
  type ReturnRun,
  type ReturnStart,
  type Reviewer,
  zReviewerAudit,
  zSince,
} from '../../src/contract/review/reviewer-audit.ts';
import { formatDate } from '../../src/contract/shared/dates.ts';
import { describeIssues } from '../../src/contract/shared/validation.ts';
import { DomainError, invalidInput } from '../../src/lib/errors.ts';
import type { Actor } from '../../src/modules/actor.ts';
import { continueReturn } from '../../src/modules/reviewer-audit/return-run.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { type Services, servicesOf } from '../../src/runtime/services.ts';
import { count, counted, printNote, printResult, progress, table } from '../output.ts';
import { askConsent } from '../prompts.ts';
import { type GlobalOptions, withServices } from '../run.ts';

interface ReturnOptions extends GlobalOptions {
  reviewer: string;
  since: string;
  suspend?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

interface StatsOptions extends GlobalOptions {
  since?: string;
}

/** `Suspend ash_k and return 37 approvals to review`. */
function actInWords({ username, approvals }: ReturnForecast, suspend: boolean): string {
  const sales = counted(approvals, 'approval');
  return suspend
    ? `Suspend ${username} and return ${sales} to review`
    : `Return ${sales} by ${username} to review`;
}

function outcomeInWords({ reviewer, returned, suspended }: ReturnRun): string {
  const sales = `${counted(returned, 'approval')} by ${reviewer} ${returned === 1 ? 'is' : 'are'} back in review.`;
  return suspended ? `${sales} ${reviewer} is suspended and signed out everywhere.` : sales;
}

const gaveUp = ({ reviewer, returned, total }: ReturnRun) =>
  new DomainError(
    'unavailable',
    'RETURN_FAILED',
    `The return of approvals by ${reviewer} was given up after ${count(returned)} of ${count(total)}: ask for it again to return the rest.`,
  );

/** The same act, broken off or under way elsewhere, to go on with; null when there is none. */
async function toContinue(
  { reviewerAudit }: Services,
  { reviewer_id, since, suspend }: ReturnStart,
): Promise<ReturnRun | null> {
  const run = await reviewerAudit.unfinished(reviewer_id);
  const same = run && new Date(since).getTime() === new Date(run.since).getTime();
  return same && suspend === run.suspended ? run : null;
}

/** To the end, wherever it stands; a server that is up works at it too. */
async function finish(runtime: Runtime, start: ReturnRun): Promise<ReturnRun> {
  const bar = progress(start.total);
  const show = ({ returned, total }: ReturnRun) =>
    bar.update(returned, `${count(returned)} of ${count(total)}`);
  const serviceAs = (actor: Actor) => servicesOf(runtime, actor).reviewerAudit;
  let run = start;
  show(run);
  try {
    for await (const step of continueReturn(serviceAs, start.run_id)) {
      run = step;
      show(run);
    }
  } finally {
    bar.stop();
  }
  return run;
}

async function returnToReview(options: ReturnOptions): Promise<void> {
  const { reviewer, dryRun = false, suspend = false } = options;
  const json = Boolean(options.json);
  const { data: since, error } = zSince.safeParse(options.since);
  if (since === undefined) throw invalidInput(describeIssues(error));

  await withServices(options, async (services, runtime) => {
    const { reviewerAudit } = services;
    const asked = { reviewer_id: await reviewerAudit.reviewerId(reviewer), since, suspend };
    const forecast = await reviewerAudit.preview({ reviewer_id: asked.reviewer_id, since });
    const act = actInWords(forecast, suspend);
    if (dryRun) {
      printResult(json, { dry_run: true, suspend, ...forecast }, () => `${act}: nothing was changed.`);
      return;
    }
    const stopped = await toContinue(services, asked);
    if (stopped) {
      printNote(`Going on with the return that was asked for on ${formatDate(stopped.created)}.`);
    } else {
      const message = `${act}? It can be undone only by deciding on each again.`;
      if (!(await askConsent(Boolean(options.yes) || json, json, { message, flag: '--yes' }))) {
        printNote('Nothing was changed.');
        return;
      }
    }
    const run = await finish(runtime, stopped ?? (await reviewerAudit.start(asked)));
    if (run.status === 'failed') throw gaveUp(run);
    printResult(json, { dry_run: false, run }, () => outcomeInWords(run));
  });
}

const percent = (share: number | null) => (share === null ? null : `${(share * 100).toFixed(1)} %`);

const statsTable = (reviewers: Reviewer[]) =>
  table(
    [
      'reviewer',
      'role',
      'decisions',
      'approved',
      'rejected',
      'overturned',
      'share',
      'wait s',
      'pace s',
      'last',
    ],
    reviewers.map((one) => ({
      reviewer: one.username,
      role: one.account_status === 'Active' ? one.role : `${one.role}, suspended`,
      decisions: one.decisions,
      approved: one.approved,
      rejected: one.rejected,
      overturned: one.overturned,
      share: percent(one.overturned_share),
      'wait s': one.median_wait_seconds,
      'pace s': one.median_seconds,
      last: one.last_decision && formatDate(one.last_decision),
    })),
  );

async function stats(options: StatsOptions): Promise<void> {
  const parsed = zReviewerAudit.safeParse({ ...(options.since !== undefined && { since: options.since }) });
  if (!parsed.success) throw invalidInput(describeIssues(parsed.error));
  const found = await withServices(options, ({ reviewerAudit }) =>
    reviewerAudit.reviewers(parsed.data.since),
  );
  printResult(Boolean(options.json), { data: found }, () =>
    found.length ? statsTable(found) : 'Nobody reviews yet.',
  );
}

/** `reviews`: how reviewers decide, and taking back what one of them approved. */
export function reviewsCommands(program: Command): void {
  const reviews = program
    .command('reviews')
    .description('see how reviewers decide; take back what one of them approved');

  reviews
    .command('stats')
    .description('decisions by reviewer, how many were overturned, and how long they took')
    .option('--since <date>', 'decisions from this day on, like 2026-03-12')
    .addHelpText(
      'after',
      `
Overturned: somebody else returned the sale to review afterwards, or deleted it. Wait: the middle time from submission
to decision. Pace: the middle time between two decisions of one sitting.`,
    )
    .action((_, command: Command) => stats(command.optsWithGlobals()));

  reviews
    .command('return')
    .description("return a reviewer's approvals to review; one that was broken off goes on where it stopped")
    .requiredOption('--reviewer <name>', 'username or mail address')
    .requiredOption(
      '--since <moment>',
      'a day like 2026-03-12 or a date and time like 2026-03-12T18:00:00Z, in UTC',
    )
    .option('--suspend', 'suspend the reviewer too, who is signed out everywhere')
    .option('--dry-run', 'say what would be done and change nothing')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      `
It can be undone only by deciding on each sale again. Nothing is asked with --json.

Examples:
  npm run cli -- reviews return --reviewer ash_k --since 2026-03-01 --dry-run
  npm run cli -- reviews return --reviewer ash_k --since 2026-03-01 --suspend`,
    )
    .action((_, command: Command) => returnToReview(command.optsWithGlobals()));
}
