import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../src/testing/run/folder.ts';
import { writeRows } from './row-output.ts';

const folder = testFolder();
/** A path that no other test uses. */
const file = (name: string) => path.join(folder, name);
const output = { format: 'ndjson', columns: [], total: 0, one: 'row' } as const;

async function* rows(failure?: Error) {
  yield { a: 1 };
  if (failure) throw failure;
}

it('keeps a file, and leaves no draft, when the rows fail', async () => {
  await writeFile(file('kept'), 'before');
  const failure = new Error('The database is away');
  await expect(writeRows(rows(failure), { ...output, out: file('kept') })).rejects.toBe(failure);
  expect(await readFile(file('kept'), 'utf8')).toBe('before');
  await expect(writeRows(rows(failure), { ...output, out: file('new') })).rejects.toBe(failure);
  expect((await readdir(folder)).filter((name) => /^(kept|new)/.test(name))).toEqual(['kept']);
});

it('writes through a link, a file that only its owner can read, and into a device', async () => {
  await writeFile(file('target'), 'before');
  await chmod(file('target'), 0o664);
  await symlink('target', file('linked'));
  await writeRows(rows(), { ...output, out: file('linked') });
  expect((await lstat(file('linked'))).isSymbolicLink()).toBe(true);
  expect(await readFile(file('target'), 'utf8')).toBe('{"a":1}\n');
  expect((await stat(file('target'))).mode & 0o777).toBe(0o600);
  expect(await writeRows(rows(), { ...output, out: '/dev/null' })).toBe(1);
});

it('names a pipe that nothing reads any more, and not the database', async () => {
  const pipe = file('pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  async function* many() {
    for (let row = 0; row < 100_000; row += 1) yield { a: row };
  }
  const written = writeRows(many(), { ...output, out: pipe });
  const reader = createReadStream(pipe);
  await once(reader, 'readable');
  reader.destroy();
  await expect(written).rejects.toMatchObject({ code: 'OUTPUT_FAILED' });
});
