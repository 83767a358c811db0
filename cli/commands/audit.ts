import { InvalidArgumentError } from 'commander';
import { counted } from '../../src/contract/shared/plural.ts';
import { newestAuditEvents } from '../../src/modules/audit/audit.queries.ts';
import { type ChainReport, verifyHistory } from '../../src/modules/audit/verify-history.ts';
import type { CliCommand } from '../command.ts';
import { EXIT } from '../errors.ts';
import { wholeNumber } from '../flags.ts';
import { printResult, table } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

const MOST_EVENTS = 10_000;

function hash(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It must be 64 hexadecimal digits, as in the log.');
}

const PROBLEMS = {
  altered: 'was altered, or events before it were removed',
  missing: 'is missing',
  inserted: 'was inserted later',
};

function describe({ chain, events, head, unsealed, first_problem }: ChainReport): string {
  if (first_problem)
    return `${chain}: event ${first_problem.event_id} ${PROBLEMS[first_problem.problem]}. The ${counted(events, 'event')} before its block are unchanged.`;
  const rest = unsealed
    ? ` ${counted(unsealed, 'newer event')} will be sealed within minutes while a web process or worker runs.`
    : '';
  return `${chain}: ${counted(events, 'event')} unchanged${head ? `, head ${head}` : ''}.${rest}`;
}

async function verify({ head, ...options }: GlobalOptions & { head?: string }): Promise<void> {
  const chains = await withServices(options, ({ scope }) => verifyHistory(scope.em, head));
  const isUnknown = head !== undefined && !chains.some(({ has_wanted }) => has_wanted);
  const ok = !isUnknown && chains.every(({ first_problem }) => first_problem === null);
  if (!ok) process.exitCode = EXIT.failed;
  const found = chains.map(({ has_wanted: _, ...chain }) => chain);
  printResult(options.json, { ok, ...(head && { has_head: !isUnknown }), chains: found }, () =>
    [
      ...chains.map(describe),
      ...(isUnknown
        ? [`The head ${head} is not part of any chain: events have been replaced since it was logged.`]
        : []),
    ].join('\n'),
  );
}

interface ListOptions extends GlobalOptions {
  target?: string;
  action?: string;
  limit: number;
}

async function list({ limit, ...options }: ListOptions): Promise<void> {
  const found = await withServices(options, ({ scope }) => newestAuditEvents(scope.em, options, limit));
  const data = found.map(({ eventId, at, action, actorName, target, detail, ip }) => ({
    event_id: eventId,
    at: at.toISOString(),
    action,
    by: actorName ?? null,
    target: target ?? null,
    detail: detail ?? null,
    ip: ip ?? null,
  }));
  const rows = data.map(({ at, action, by, target, detail }) => ({
    at,
    action,
    by,
    target,
    detail: detail && JSON.stringify(detail),
  }));
  printResult(options.json, { data }, () => (data.length > 0 ? table(rows) : 'No events.'));
}

export function auditCommands(program: CliCommand): void {
  const audit = program.command('audit').description('read and check the append-only records');

  audit
    .command('list')
    .description('list the newest events: who did what to accounts, settings and logins')
    .option('--target <name>', 'only events about this account or setting')
    .option('--action <name>', 'only this action, such as account.status-changed')
    .option('--limit <number>', 'at most this many', wholeNumber(1, MOST_EVENTS), 50)
    .notes(`
Example, with the reasons of suspensions:
  npm run cli -- audit list --target ash --action account.status-changed`)
    .runs(list);

  audit
    .command('verify')
    .description('check that no event of the history was altered, removed or inserted')
    .option(
      '--head <hash>',
      'a head from the log ("history sealed") that must still be part of a chain',
      hash,
    )
    .notes(`
Every event in the history of sales and in the audit log has a hash that depends on all events before it. The command
names the first event that does not match, and exits with 1.`)
    .example(
      'audit verify',
      'audit verify --head 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    )
    .runs(verify);
}
