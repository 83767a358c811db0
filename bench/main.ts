import { benchRestarts } from './connections/restarts.ts';
import { benchSockets } from './connections/sockets.ts';
import { benchFollows } from './follows.ts';
import { benchImport } from './import.ts';
import { benchFairness } from './limits/fairness.ts';
import { benchResetTiming } from './limits/reset-timing.ts';
import { benchLogs } from './logs.ts';
import { benchLogsExport } from './logs-export.ts';
import { benchMail } from './mail.ts';
import { benchGrowth } from './market/growth.ts';
import { benchMarket } from './market/market.ts';
import { benchStandbys } from './market/standbys.ts';
import { benchNames } from './names.ts';
import { benchDecisions } from './review/decisions.ts';
import { benchDuplicates } from './review/duplicates.ts';
import { benchFlags } from './review/flags.ts';
import { benchCards } from './screens/cards.ts';
import { benchInputs, benchPages } from './screens/pages.ts';

/** All benchmarks by name. `npm run bench -- flags` runs one; the default is `market`. */
const BENCHMARKS: Record<string, () => Promise<void>> = {
  market: benchMarket,
  import: benchImport,
  fairness: benchFairness,
  flags: benchFlags,
  follows: benchFollows,
  growth: benchGrowth,
  mail: benchMail,
  names: benchNames,
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
