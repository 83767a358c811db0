import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../testing/run/folder.ts';
import { connectionLimit, openFilesLimit } from './open-files.ts';

const folder = testFolder();
const settings = {
  maxConnections: 1_000,
  databasePool: 10,
  databaseReadPool: 10,
  databaseReplicaUrls: ['postgres://standby/db'],
  redisUrl: 'redis://redis',
};

it.each([
  ['Max open files            100                  4096                 files     ', 100],
  ['Max open files            unlimited            unlimited            files     ', null],
  ['Max processes             100                  4096                 processes ', null],
])('reads the limit of open files in %s', async (line, limit) => {
  const file = path.join(folder, 'limits');
  await writeFile(
    file,
    `Limit                     Soft Limit           Hard Limit           Units     \n${line}\n`,
  );
  expect(openFilesLimit(file)).toBe(limit);
});

it('knows no limit where the system does not say it', () => {
  expect(openFilesLimit(path.join(folder, 'none'))).toBeNull();
});

it('accepts as many connections as the files that nothing else needs', () => {
  expect(connectionLimit(settings, null)).toEqual({ most: 1_000 });
  expect(connectionLimit(settings, 1_070)).toEqual({ most: 1_000 });
  expect(connectionLimit(settings, 1_069)).toEqual({
    most: 999,
    warning:
      'The limit of open files (1069) allows 999 connections, not the 1000 of MAX_CONNECTIONS: raise it (ulimit -n) to 1070, or lower MAX_CONNECTIONS.',
  });
  expect(connectionLimit({ ...settings, redisUrl: undefined }, 194).most).toBe(100);
  expect(connectionLimit(settings, 50).most).toBe(10);
});
