import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './src/testing/longest-first.ts';

/**
 * Node runs the files as they are, as it does the product: Vite would transform every module for every file. No test
 * replaces modules, so the hooks for that are not needed either.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false };

/** Tests that need neither a server nor another process. */
const UNIT = ['src/contract/**/*.test.ts', 'src/lib/*.test.ts'];

const shared = {
  // Compiling the product takes half of the time of loading it, in every test file and child process.
  env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node') },
  // A poll waits for what certainly comes; the default of a second is too short on a busy machine.
  expect: { poll: { timeout: 20_000, interval: 25 } },
};

export default defineConfig({
  test: {
    // Two keep two cores busy: each also starts databases, browsers and other processes.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    passWithNoTests: false,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: { ...shared, name: 'unit', include: UNIT, isolate: false, experimental },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{src,cli,jobs,bench}/**/*.test.ts'],
          exclude: UNIT,
          // Loading the product takes longer than most files run. It keeps no state between files: everything is in a
          // runtime, and each file has a database of its own.
          isolate: false,
          experimental,
          globalSetup: 'src/testing/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { ...shared, name: 'web', include: ['web/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          experimental,
          globalSetup: 'src/testing/global-setup.ts',
          // After the others: each file drives a browser against a server of its own, which keeps a core busy.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
