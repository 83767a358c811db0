import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { formatNumber } from '../src/contract/shared/plural.ts';
import { administer } from '../src/testing/servers/postgres.ts';
import { withDatabase } from './kit/database.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** The `cli` script of package.json, including the Node flags. */
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: { cli: string };
};
const COMMAND = scripts.cli.split(' ').slice(1);
const EXPORTED = Number(process.env.BENCH_LOG_LINES ?? 1_000_000);

/** Runs a command. @returns its peak memory in megabytes and its duration; Linux only */
async function runMeasured(args: string[], settings: Record<string, string>) {
  const start = performance.now();
  const child = spawn(process.execPath, [...COMMAND, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const sample = () => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000);
    } catch {
      // The process has exited.
    }
  };
  const sampling = setInterval(sample, 20);
  const [code] = await once(child, 'exit');
  clearInterval(sampling);
  if (code !== 0) throw new Error(`The command exited with ${code}.`);
  return { peak, seconds: (performance.now() - start) / 1000 };
}

/** Exports many lines in each format. Prints the speed and the peak memory above that of an empty export. */
export async function benchLogsExport(): Promise<void> {
  await withDatabase(async (database) => {
    const { settings } = database;
    await administer(
      settings.DATABASE_URL,
      `insert into log_entry (id, at, level, category, message, metadata, username, ip)
     select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 s',
       'info', (array['api', 'security', 'database'])[1 + n % 3], 'pokemon.list',
       jsonb_build_object('requestId', md5(n::text), 'path', 'pokemon.list', 'type', 'query', 'ms', n % 50, 'status', 'ok'),
       'user_' || n % 100, '192.0.2.' || n % 250
     from generate_series(1, ${EXPORTED}) n`,
      'vacuum analyze log_entry',
    );
    const none = await runMeasured(['logs', 'export', '--category', 'discord', '--format', 'json'], settings);
    console.info(`export of ${formatNumber(EXPORTED)} lines; an empty export: ${Math.round(none.peak)} MB`);
    const rows = [];
    for (const format of ['ndjson', 'csv', 'json']) {
      const file = path.join(database.folder, `log.${format}`);
      const { peak, seconds } = await runMeasured(
        ['logs', 'export', '--format', format, '--out', file],
        settings,
      );
      rows.push({
        format,
        seconds: Number(seconds.toFixed(1)),
        'lines/s': Math.round(EXPORTED / seconds),
        'peak MB above start': Math.round(peak - none.peak),
      });
      await rm(file);
    }
    console.table(rows);
  });
}
