import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './src/testing/run/longest-first.ts';

/**
 * Node runs the files as they are, as it does the product: Vite would transform every module for every file. No test
 * replaces modules, so the hooks for that are not needed either.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false };

const CORES = availableParallelism();

/** Tests that need neither a server nor another process. */
const UNIT = ['src/contract/**/*.test.ts', 'src/lib/*.test.ts'];

/** Settings of every project. The limits only end what hangs, on the busiest machine. */
const shared = {
  // Compiling the product takes half of the time of loading it, in every worker and child process.
  env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node') },
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Loading the product takes longer than most files run. It keeps no state between files: everything is in a runtime,
  // and each file has its own database. The files of a worker also share its Chromium.
  isolate: false,
  // Some files wait for most of their time, such as for the retries of a killed worker, and a browser test waits for its
  // page or its page for it: so there is one worker more than cores. Two cores have no time for a third worker: the run
  // takes as long with one (686 s), and opening a connection has taken longer than a public read may wait. The projects have
  // one number, so that none waits for the last file of another.
  maxWorkers: CORES > 2 ? CORES + 1 : 2,
};

export default defineConfig({
  test: {
    passWithNoTests: false,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['{src,cli,jobs,bench,e2e,scripts}/**/*.test.ts'],
          exclude: UNIT,
          pool: 'forks',
          // Helper threads of V8 save time on an idle machine, and cost processor time on a busy one.
          execArgv: ['--single-threaded'],
          experimental,
          globalSetup: 'src/testing/run/global-setup.ts',
        },
      },
      { test: { ...shared, name: 'unit', include: UNIT, experimental } },
      { test: { ...shared, name: 'web', include: ['web/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'components',
          include: ['web/**/*.test.tsx'],
          environment: 'happy-dom',
          // A desktop, as in the browser tests.
          environmentOptions: { happyDOM: { width: 1440, height: 900 } },
          setupFiles: 'web/testing/setup.ts',
        },
      },
    ],
  },
});
