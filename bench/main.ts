import { benchCards } from './cards.ts';
import { benchDecisions } from './decisions.ts';
import { benchDuplicates } from './duplicates.ts';
import { benchFairness } from './fairness.ts';
import { benchFlags } from './flags.ts';
import { benchFollows } from './follows.ts';
import { benchGrowth } from './growth.ts';
import { benchImport } from './import.ts';
import { benchLogs } from './logs.ts';
import { benchLogsExport } from './logs-export.ts';
import { benchMail } from './mail.ts';
import { benchMarket } from './market.ts';
import { benchInputs, benchPages } from './pages.ts';
import { benchResetTiming } from './reset-timing.ts';
import { benchRestarts } from './restarts.ts';
import { benchSockets } from './sockets.ts';
import { benchStandbys } from './standbys.ts';

/** All benchmarks by name. `npm run bench -- flags` runs one; the default is `market`. */
const BENCHMARKS: Record<string, () => Promise<void>> = {
  market: benchMarket,
  import: benchImport,
  fairness: benchFairness,
  flags: benchFlags,
  follows: benchFollows,
  growth: benchGrowth,
  mail: benchMail,
  decisions: benchDecisions,
  duplicates: benchDuplicates,
  'reset-timing': benchResetTiming,
  restarts: benchRestarts,
  sockets: benchSockets,
  standbys: benchStandbys,
  logs: benchLogs,
  'logs-export': benchLogsExport,
  pages: benchPages,
  inputs: benchInputs,
  cards: benchCards,
};

const named = process.argv.slice(2);
const selected = named.length ? named : ['market'];
const unknown = selected.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length) {
  console.error(
    `Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(BENCHMARKS).join(', ')}.`,
  );
  process.exitCode = 2;
} else {
  for (const name of selected) await BENCHMARKS[name]?.();
}
