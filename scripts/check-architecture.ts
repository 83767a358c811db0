import { readdirSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

/**
 * Holds the imports against the rules in `.dependency-cruiser.cjs`.
 *
 * dependency-cruiser reads TypeScript through @swc/core. Where that is missing it reads nothing and is
 * content, so the modules that it saw are compared with the files that there are.
 */
const FOLDERS = ['src', 'cli', 'jobs', 'web', 'e2e', 'bench', 'scripts', 'migrations'];

const onDisk = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file)),
).filter((file) => /\.tsx?$/.test(file));

const options = await extractOptions('./.dependency-cruiser.cjs');
const { output } = await cruise(FOLDERS, options);
if (typeof output === 'string')
  throw new Error('dependency-cruiser gave text where its findings were expected');

const seen = new Set(output.modules.map(({ source }) => source));
const unseen = onDisk.filter((file) => !seen.has(file));
const faults = output.summary.violations.map(
  ({ rule, from, to, cycle }) =>
    `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`,
);
if (unseen.length > 0) faults.push(`dependency-cruiser did not read: ${unseen.join(', ')}`);
// A rule about imports proves nothing when no import was found.
if (
  output.summary.totalDependenciesCruised === undefined ||
  output.summary.totalDependenciesCruised < onDisk.length
) {
  faults.push(
    `dependency-cruiser found ${output.summary.totalDependenciesCruised} imports in ${onDisk.length} files`,
  );
}

process.stdout.write(`${onDisk.length} files, ${output.summary.totalDependenciesCruised} imports\n`);
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
