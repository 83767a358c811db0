import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mountSmallDisk, whyNoSmallDisk } from '../../testing/faults/small-disk.ts';
import { fileProblem } from './file-problem.ts';
import { readOrCreateSecret } from './secret-file.ts';

const run = promisify(execFile);
const noDisk = await whyNoSmallDisk();

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'marketdex-secret-'));
  file = path.join(folder, 'secret');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is generated once, readable by its owner only', () => {
  const secret = readOrCreateSecret(file);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(readOrCreateSecret(file)).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret']);
});

it('is the same for processes that start at the same time', async () => {
  const script = `import { readOrCreateSecret } from ${JSON.stringify(path.join(import.meta.dirname, 'secret-file.ts'))};
    console.log(readOrCreateSecret(${JSON.stringify(file)}))`;
  const read = () => run(process.execPath, ['--input-type=module', '--eval', script]);
  const secrets = (await Promise.all(Array.from({ length: 6 }, read))).map(({ stdout }) => stdout.trim());
  expect(new Set(secrets)).toEqual(new Set([readFileSync(file, 'utf8')]));
  expect(readdirSync(folder)).toEqual(['secret']);
});

it.runIf(existsSync('/proc/self'))('says so at once when its folder cannot be created', () => {
  expect(() => readOrCreateSecret('/proc/marketdex/data/secret')).toThrow(
    '/proc/marketdex cannot be written (ENOENT): let the user of this process write to /proc/marketdex/data,',
  );
});

it('says whose a file must be that may not be opened', () => {
  const refused = Object.assign(new Error('EACCES'), {
    code: 'EACCES',
    syscall: 'open',
    path: '/data/secret',
  });
  expect(fileProblem(refused, '/data')).toBe(
    '/data/secret cannot be opened (EACCES): give /data and what is in it to the user of this process, or set DATA_DIR to another folder.',
  );
});

it.each(['', '\n', 'cut off'])('rejects a file that contains %j and leaves it unchanged', (content) => {
  writeFileSync(file, content);
  expect(() => readOrCreateSecret(file)).toThrow(/secret has \d characters instead of at least 32: put the/);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

it.skipIf(noDisk !== null)(`leaves no file on a full disk${noDisk ? ` (${noDisk})` : ''}`, async () => {
  const disk = await mountSmallDisk(1_024 * 1_024);
  try {
    const onDisk = path.join(disk.directory, 'secret');
    await disk.fill();
    expect(() => readOrCreateSecret(onDisk)).toThrow(`The disk of ${disk.directory} is full`);
    expect(readdirSync(disk.directory)).toEqual(['.filler']);
    await disk.free();
    expect(readOrCreateSecret(onDisk)).toBe(readFileSync(onDisk, 'utf8'));
  } finally {
    await disk.remove();
  }
});
