import { expect, it } from 'vitest';
import { measureFlags, percent } from '../../testing/market/flag-quality.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

it('flags find planted errors in a generated market, and spare clean sales', async () => {
  const { duplicates, judgedTypos, clean } = await measureFlags(server.services(), 3_000);
  expect(duplicates.of).toBe(75);
  expect(percent(duplicates)).toBeGreaterThanOrEqual(95);
  expect(judgedTypos.of).toBeGreaterThan(10);
  expect(percent(judgedTypos)).toBeGreaterThanOrEqual(95);
  expect(clean.of).toBeGreaterThan(2_700);
  expect(percent(clean)).toBeLessThan(2);
});
