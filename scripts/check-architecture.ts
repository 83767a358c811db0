import { readdirSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

/**
 * Checks the imports against the rules in `.dependency-cruiser.cjs`.
 *
 * dependency-cruiser reads TypeScript through @swc/core. Without it, it reads nothing and reports no errors, so the
 * modules that it read are compared with the files on disk.
 */
const FOLDERS = ['src', 'cli', 'jobs', 'web', 'e2e', 'bench', 'scripts', 'migrations'];

const onDisk = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
).filter((file) => /\.tsx?$/.test(file));

const options = await extractOptions('./.dependency-cruiser.cjs');
const { output } = await cruise(FOLDERS, options);
if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of results');

const seen = new Set(output.modules.map(({ source }) => source));
const unseen = onDisk.filter((file) => !seen.has(file));
const errors = output.summary.violations.map(
  ({ rule, from, to, cycle }) =>
    `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`,
);
if (unseen.length > 0) errors.push(`dependency-cruiser did not read: ${unseen.join(', ')}`);
// Import rules prove nothing if no imports were found.
if (
  output.summary.totalDependenciesCruised === undefined ||
  output.summary.totalDependenciesCruised < onDisk.length
) {
  errors.push(
    `dependency-cruiser found ${output.summary.totalDependenciesCruised} imports in ${onDisk.length} files`,
  );
}

process.stdout.write(`${onDisk.length} files, ${output.summary.totalDependenciesCruised} imports\n`);
for (const error of errors) process.stdout.write(`  ${error}\n`);
process.exitCode = errors.length > 0 ? 1 : 0;
