import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../src/config.ts';
import { databaseChecks } from '../doctor/database-checks.ts';
import { type Finding, fine, wrong } from '../doctor/finding.ts';
import { machineChecks, nodeCheck } from '../doctor/machine-checks.ts';
import { EXIT } from '../errors.ts';
import { printResult } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

function settings(): { finding: Finding; config?: Config } {
  try {
    return { finding: fine('settings', 'All can be read'), config: loadConfig() };
  } catch (error) {
    return { finding: wrong('settings', (error as Error).message) };
  }
}

async function inDatabase(config: Config, options: GlobalOptions): Promise<Finding[]> {
  const own = path.join(config.dataDir, 'postgres');
  if (!config.databaseUrl && !existsSync(own))
    return [fine('database', `The first start makes one in ${own}`)];
  try {
    return await withServices({ ...options, unprepared: true }, databaseChecks);
  } catch (error) {
    return [wrong('database', (error as Error).message)];
  }
}

async function examine(options: GlobalOptions): Promise<void> {
  const { finding, config } = settings();
  const findings = [nodeCheck(), finding];
  if (config)
    findings.push(...(await machineChecks(config, process.env)), ...(await inDatabase(config, options)));
  const ok = findings.every((one) => one.ok);
  const width = Math.max(...findings.map(({ check }) => check.length));
  printResult(Boolean(options.json), { ok, checks: findings }, () =>
    findings.map((one) => `${one.ok ? '✔' : '✘'} ${one.check.padEnd(width)}  ${one.says}`).join('\n'),
  );
  if (!ok) process.exitCode = EXIT.failed;
}

/** `doctor`: everything that the server needs. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check everything that the server needs, and say what to do about what is wrong')
    .addHelpText('after', '\nThe exit code is 1 when something is wrong. It changes nothing of the site.')
    .action((_, command: Command) => examine(command.optsWithGlobals()));
}
