import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** The path of an empty folder for the tests of a file or a `describe`, which is removed after them. */
export function testFolder(): string {
  const folder = path.join(tmpdir(), `marketdex-test-${randomUUID()}`);
  beforeAll(async () => {
    await mkdir(folder, { mode: 0o700 });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
