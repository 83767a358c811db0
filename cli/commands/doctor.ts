import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, loadConfig } from '../../src/config.ts';
import type { HealthStatus } from '../../src/contract/admin/admin.ts';
import { randomToken } from '../../src/lib/crypto.ts';
import { messageOf } from '../../src/lib/errors.ts';
import { readOrCreateSecret } from '../../src/lib/process/secret-file.ts';
import { type Finding, healthy, unhealthy } from '../../src/modules/health/setup.probes.ts';
import type { CliCommand } from '../command.ts';
import type { CheckResult } from '../doctor/check.ts';
import { databaseChecks } from '../doctor/database-checks.ts';
import { machineChecks, nodeHealth } from '../doctor/machine-checks.ts';
import { EXIT } from '../errors.ts';
import { printResult } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

/** Only a start creates the secret. A random one decrypts nothing, as the checks then report. */
const secretIn = (file: string) => (existsSync(file) ? readOrCreateSecret(file) : randomToken());

function readSettings(): { finding: Finding; config?: Config } {
  try {
    return { finding: healthy('All settings are valid'), config: loadConfig(process.env, secretIn) };
  } catch (error) {
    return { finding: unhealthy(messageOf(error)) };
  }
}

async function checkDatabase(config: Config, options: GlobalOptions): Promise<CheckResult[]> {
  const own = path.join(config.dataDir, 'postgres');
  if (!config.databaseUrl && !existsSync(own))
    return [{ check: 'database', ...healthy(`The first start creates one in ${own}`) }];
  try {
    return await withServices({ ...options, config, unprepared: true }, databaseChecks);
  } catch (error) {
    return [{ check: 'database', ...unhealthy(messageOf(error)) }];
  }
}

const MARKS: Record<HealthStatus, string> = { ok: '✔', warning: '!', error: '✘' };

async function runChecks(options: GlobalOptions): Promise<void> {
  const { finding, config } = readSettings();
  const checks: CheckResult[] = [
    { check: 'node', ...nodeHealth() },
    { check: 'settings', ...finding },
  ];
  if (config)
    checks.push(...(await machineChecks(config, process.env)), ...(await checkDatabase(config, options)));
  const ok = checks.every(({ status }) => status !== 'error');
  const width = Math.max(...checks.map(({ check }) => check.length));
  printResult(options.json, { ok, checks }, () =>
    checks
      .map(({ check, status, message }) => `${MARKS[status]} ${check.padEnd(width)}  ${message}`)
      .join('\n'),
  );
  if (!ok) process.exitCode = EXIT.failed;
}

export function doctorCommand(program: CliCommand): void {
  program
    .command('doctor')
    .description('check everything that the server needs and print how to fix problems')
    .notes(`
The exit code is 1 if a check fails (✘); warnings (!) do not change it. The site is not changed.`)
    .example('doctor')
    .runs(runChecks);
}
