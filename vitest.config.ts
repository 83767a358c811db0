import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    passWithNoTests: false,
    restoreMocks: true,
    projects: [
      {
        test: {
          name: 'server',
          include: ['{src,cli,jobs}/**/*.test.ts'],
          pool: 'forks',
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
