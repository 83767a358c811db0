import { formatNumber } from '../../src/contract/shared/plural.ts';
import { systemServices } from '../../src/runtime/services.ts';
import {
  type FlagQuality,
  measureFlags,
  percent,
  type Share,
} from '../../src/testing/market/flag-quality.ts';
import { administer, urlOf } from '../../src/testing/servers/postgres.ts';
import { type BenchDatabase, withDatabase, withRuntime } from '../kit/database.ts';

const SIZES = (process.env.BENCH_SALES ?? '5000,20000,50000').split(',').map(Number);
/** Percent. Only typos with comparable sales count, because the price rule needs some. */
const BUDGET = { recall: 95, clean: 2 };

const shown = (share: Share) => `${percent(share).toFixed(1)} % of ${formatNumber(share.of)}`;

const holds = ({ duplicates, judgedTypos, clean }: FlagQuality) =>
  percent(duplicates) >= BUDGET.recall &&
  percent(judgedTypos) >= BUDGET.recall &&
  percent(clean) < BUDGET.clean;

async function measure({ server, template, settings }: BenchDatabase, sales: number): Promise<FlagQuality> {
  const name = `flags_${sales}`;
  await administer(
    server,
    `drop database if exists ${name} with (force)`,
    `create database ${name} template ${template}`,
  );
  try {
    return await withRuntime({ ...settings, DATABASE_URL: urlOf(server, name) }, (runtime) =>
      measureFlags(systemServices(runtime, 'bench'), sales),
    );
  } finally {
    await administer(server, `drop database ${name} with (force)`);
  }
}

/**
 * Measures how many planted errors in the generated market the review flags find, and how many clean sales they flag.
 * Fails when the budget is missed.
 */
export async function benchFlags(): Promise<void> {
  await withDatabase(async (database) => {
    for (const sales of SIZES) {
      const quality = await measure(database, sales);
      const { duplicates, typos, judgedTypos, clean, cleanBy, seconds } = quality;
      console.info(`flags of ${formatNumber(sales)} generated sales`);
      console.table({
        'planted duplicates found': shown(duplicates),
        'planted typos found, of all': shown(typos),
        'planted typos found, with at least 3 comparable sales': shown(judgedTypos),
        'clean sales flagged': shown(clean),
        ...Object.fromEntries(
          Object.entries(cleanBy).map(([flag, found]) => [`clean sales with ${flag}`, formatNumber(found)]),
        ),
        'flags computed': `${formatNumber(Math.round(sales / seconds))} sales/s`,
        [`budget (recall ≥ ${BUDGET.recall} %, clean < ${BUDGET.clean} %)`]: holds(quality)
          ? 'met'
          : 'missed',
      });
      if (!holds(quality)) process.exitCode = 1;
    }
  });
}
