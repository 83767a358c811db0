import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Node runs the files as they are, as it does the product: Vite would transform every module for every file. */
const experimental = { viteModuleRunner: false };

export default defineConfig({
  test: {
    // Two keep two cores busy: each also starts databases, browsers and other processes.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    passWithNoTests: false,
    restoreMocks: true,
    projects: [
      {
        test: {
          name: 'server',
          include: ['{src,cli,jobs}/**/*.test.ts'],
          pool: 'forks',
          experimental,
          globalSetup: 'src/testing/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.ts'] } },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          // The files of a worker share its modules and its Chromium.
          isolate: false,
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
