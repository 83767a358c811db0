import { benchDuplicates } from './duplicates.ts';
import { benchFlags } from './flags.ts';
import { benchImport } from './import.ts';
import { benchLogs } from './logs.ts';
import { benchLogsExport } from './logs-export.ts';
import { benchNewest } from './newest.ts';
import { benchResetTiming } from './reset-timing.ts';

/** Every benchmark by name; `npm run bench -- newest` runs one, without a name all run. */
const BENCHMARKS: Record<string, () => Promise<void>> = {
  newest: benchNewest,
  import: benchImport,
  flags: benchFlags,
  duplicates: benchDuplicates,
  'reset-timing': benchResetTiming,
  logs: benchLogs,
  'logs-export': benchLogsExport,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length) {
  console.error(
    `No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`,
  );
  process.exitCode = 2;
} else {
  for (const [name, run] of Object.entries(BENCHMARKS))
    if (!asked.length || asked.includes(name)) await run();
}
