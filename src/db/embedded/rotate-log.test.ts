import { statSync } from 'node:fs';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestLog } from '../../testing/log.ts';
import { openEmbeddedServer } from './server.ts';

const MAX_BYTES = 10 * 1024 * 1024;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marketdex-log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function startAndStop(): Promise<void> {
  const { logger } = createTestLog();
  const server = await openEmbeddedServer(folder, { settings: ['fsync=off'], logger });
  await server.release();
}

it('keeps the previous log of the server when it starts with one of more than 10 MB', async () => {
  await startAndStop();
  const log = path.join(folder, 'postgres/server.log');
  const previous = `${log}.1`;
  await truncate(log, MAX_BYTES);
  await startAndStop();
  expect(statSync(log).size).toBeGreaterThan(MAX_BYTES);
  const { size } = statSync(log);
  await startAndStop();
  expect(statSync(previous).size).toBe(size);
  expect(statSync(log).size).toBeLessThan(MAX_BYTES);
});
