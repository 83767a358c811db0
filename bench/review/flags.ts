import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { formatCount } from '../../src/contract/shared/plural.ts';
import { createLogger } from '../../src/lib/process/logger.ts';
import { createRuntime, disconnect } from '../../src/runtime/runtime.ts';
import { systemServices } from '../../src/runtime/services.ts';
import { type FlagQuality, measureFlags, percent, type Share } from '../../src/testing/flag-quality.ts';
import { administer, startTestPostgres, urlOf } from '../../src/testing/servers/postgres.ts';

const SIZES = (process.env.BENCH_SALES ?? '5000,20000,50000').split(',').map(Number);
/** Percent. Only typos with comparable sales count, because the price rule needs some. */
const BUDGET = { recall: 95, clean: 2 };

const shown = (share: Share) => `${percent(share).toFixed(1)} % of ${formatCount(share.of)}`;

const holds = ({ duplicates, judgedTypos, clean }: FlagQuality) =>
  percent(duplicates) >= BUDGET.recall &&
  percent(judgedTypos) >= BUDGET.recall &&
  percent(clean) < BUDGET.clean;

async function measure(
  server: string,
  template: string,
  sales: number,
  folder: string,
): Promise<FlagQuality> {
  const name = `flags_${sales}`;
  await administer(
    server,
    `drop database if exists ${name} with (force)`,
    `create database ${name} template ${template}`,
  );
  const databaseUrl = urlOf(server, name);
  const config = loadConfig({ DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'error' });
  const runtime = await createRuntime({ config, databaseUrl, logger: createLogger(config.logLevel) });
  try {
    return await measureFlags(systemServices(runtime, 'bench'), sales);
  } finally {
    runtime.limits.close();
    await disconnect(runtime);
    await administer(server, `drop database ${name} with (force)`);
  }
}

/**
 * Measures how many planted errors in the generated market the review flags find, and how many clean sales they flag.
 * Fails when the budget is missed.
 */
export async function benchFlags(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketdex-bench-'));
  const { postgres, stop } = await startTestPostgres();
  try {
    for (const sales of SIZES) {
      const quality = await measure(postgres.url, postgres.template, sales, folder);
      const { duplicates, typos, judgedTypos, clean, cleanBy, seconds } = quality;
      console.info(`flags of ${formatCount(sales)} generated sales`);
      console.table({
        'planted duplicates found': shown(duplicates),
        'planted typos found, of all': shown(typos),
        'planted typos found, with at least 3 comparable sales': shown(judgedTypos),
        'clean sales flagged': shown(clean),
        ...Object.fromEntries(
          Object.entries(cleanBy).map(([flag, found]) => [`clean sales with ${flag}`, formatCount(found)]),
        ),
        'flags computed': `${formatCount(Math.round(sales / seconds))} sales/s`,
        [`budget (recall ≥ ${BUDGET.recall} %, clean < ${BUDGET.clean} %)`]: holds(quality)
          ? 'met'
          : 'missed',
      });
      if (!holds(quality)) process.exitCode = 1;
    }
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}
