import { benchDuplicates } from './duplicates.ts';
import { benchFlags } from './flags.ts';
import { benchImport } from './import.ts';
import { benchLogs } from './logs.ts';
import { benchLogsExport } from './logs-export.ts';
import { benchMail } from './mail.ts';
import { benchMarket } from './market.ts';
import { benchResetTiming } from './reset-timing.ts';
import { benchRestarts } from './restarts.ts';

/** Every benchmark by name: `npm run bench -- flags` runs one; without a name the market's runs. */
const BENCHMARKS: Record<string, () => Promise<void>> = {
  market: benchMarket,
  import: benchImport,
  flags: benchFlags,
  mail: benchMail,
  duplicates: benchDuplicates,
  'reset-timing': benchResetTiming,
  restarts: benchRestarts,
  logs: benchLogs,
  'logs-export': benchLogsExport,
};

const named = process.argv.slice(2);
const asked = named.length ? named : ['market'];
const unknown = asked.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length) {
  console.error(
    `No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`,
  );
  process.exitCode = 2;
} else {
  for (const name of asked) await BENCHMARKS[name]?.();
}
