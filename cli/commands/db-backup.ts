import path from 'node:path';
import { formatDate } from '../../src/contract/shared/dates.ts';
import { counted, formatNumber } from '../../src/contract/shared/plural.ts';
import type { Manifest } from '../../src/db/backup/manifest.ts';
import { type Contents, verifyBackup } from '../../src/db/backup/restore.ts';
import { databaseProblemOf } from '../../src/db/problems.ts';
import { messageOf } from '../../src/lib/errors.ts';
import type { Recording } from '../../src/modules/backup/backup.service.ts';
import { lostSecrets } from '../../src/modules/secrets/sealed.queries.ts';
import type { CliCommand } from '../command.ts';
import { requireFileName, sizeOf } from '../files.ts';
import { printNote, printResult, withProgress } from '../output.ts';
import { askConsent, type ConsentOptions } from '../prompts.ts';
import { type GlobalOptions, withInterruption, withServices } from '../run.ts';

interface RestoreOptions extends ConsentOptions {
  dryRun?: boolean;
}

const MB = 1024 ** 2;
const inMb = (bytes: number) => `${formatNumber(Math.ceil(bytes / MB))} MB`;

const report = (file: string, { created, version, migrations, tables, left_out }: Manifest) => ({
  file,
  written: created,
  version,
  migrations,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  tables: tables.map(({ name: table, rows }) => ({ table, rows })),
  left_out,
});

const describe = ({ tables, created }: Manifest) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  return `${counted(rowsOf('sale'), 'sale')} and ${counted(rowsOf('account'), 'account')} (${counted(rows, 'row')} in ${counted(tables.length, 'table')}), as of ${formatDate(created)} (${created})`;
};

function noteUnrecorded(done: 'backup' | 'restore', { unrecorded }: Recording): void {
  if (unrecorded === undefined) return;
  const reason = databaseProblemOf(unrecorded)?.message ?? messageOf(unrecorded);
  printNote(`The ${done} is complete, but the audit could not record it. ${reason}`);
}

async function backUp(given: string | undefined, options: GlobalOptions): Promise<void> {
  if (given !== undefined) requireFileName(given);
  await withServices({ ...options, unprepared: true }, async ({ backups }) => {
    const file = path.resolve(given ?? backups.newFile());
    const { manifest, ...recording } = await withProgress(1, (bar) =>
      backups.write(file, (done, table) => bar.update(done, table)),
    );
    noteUnrecorded('backup', recording);
    const bytes = await sizeOf(file);
    printResult(options.json, { ...report(file, manifest), bytes }, () =>
      [
        `${describe(manifest)}: ${file}, ${inMb(bytes)}.`,
        'It contains password hashes and email addresses. APP_SECRET is not in it: without that, two-factor login fails.',
      ].join('\n'),
    );
  });
}

const isEmpty = ({ accounts, sales }: Contents) => accounts === 0 && sales === 0;

/** Replacing existing data always needs consent, also with --json. */
async function confirmReplacement(
  found: Contents,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<boolean> {
  if (isEmpty(found)) return true;
  const message = `Replace ${counted(found.accounts, 'account')} and ${counted(found.sales, 'sale')} with ${describe(manifest)}? This cannot be undone.`;
  return askConsent(options, message, ' (the database is not empty)');
}

function restore(given: string, options: RestoreOptions): Promise<void> {
  const progress = { left: 'Nothing was changed.' };
  return withInterruption(
    () => printNote(`Interrupted. ${progress.left}`),
    () => restoreFile(given, options, progress),
  );
}

/** @param progress gets what an interruption leaves */
async function restoreFile(
  given: string,
  options: RestoreOptions,
  progress: { left: string },
): Promise<void> {
  const { json } = options;
  requireFileName(given);
  const file = path.resolve(given);
  const size = await sizeOf(file);
  const manifest = await withProgress(size, (bar) =>
    verifyBackup(file, (bytes) => bar.update(bytes, 'verifying')),
  );
  if (options.dryRun) {
    const dry = { dry_run: true, ...report(file, manifest) };
    return printResult(json, dry, () => `The backup is valid: ${describe(manifest)}.`);
  }
  await withServices(
    { ...options, unprepared: true, creates: true, setsUpUser: true },
    async (services, runtime) => {
      const { backups } = services;
      await backups.requireStoppedSite();
      const replaced = await backups.replaced();
      if (!(await confirmReplacement(replaced, manifest, options))) return;
      const recording = await withProgress(size, (bar) =>
        backups.restore(file, manifest, {
          onProgress: (bytes) => bar.update(bytes, 'restoring'),
          onCommit: () => {
            progress.left = 'The restore may be complete: check the data, or restore the file again.';
          },
        }),
      );
      progress.left = 'The restore is complete.';
      noteUnrecorded('restore', recording);
      const undecryptable = await lostSecrets(runtime, services);
      printResult(json, { dry_run: false, ...report(file, manifest), replaced, undecryptable }, () =>
        [
          `Restored ${describe(manifest)}.`,
          'All sessions have ended. Start the servers and workers again.',
          ...undecryptable,
        ].join('\n'),
      );
    },
  );
}

export function backupCommands(db: CliCommand): void {
  db.command('backup')
    .description('write a consistent snapshot of the database to a file')
    .argument(
      '[file]',
      'the file, which must not exist yet, in a folder that does; default: a new file in DATA_DIR/backups',
    )
    .notes(`
The site keeps running. The backup leaves out sessions, known browsers, unfinished logins, mailed links, rate limit
counters and the job queue. Only the owner can read the file. Store APP_SECRET separately: the backup does not
contain it.`)
    .example('db backup /backups/marketdex-monday.tar.gz')
    .runs(backUp);

  db.command('restore')
    .description('replace the contents of the database with a backup')
    .argument('<file>', 'a file written by db backup')
    .option('--yes', 'replace existing data without confirmation')
    .option('--dry-run', 'only verify the file')
    .notes(`
The whole file is verified first and then restored in one transaction. A backup of an older version is migrated;
one of a newer version is refused. Stop servers and workers first: it is refused while they run.`)
    .example('db restore marketdex-monday.tar.gz --dry-run', 'db restore marketdex-monday.tar.gz --yes')
    .runs(restore);
}
