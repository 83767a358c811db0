import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../src/testing/run/folder.ts';
import { replaceBuild } from './replace-build.ts';

const folder = testFolder();

/** Builds these files, whose content is the name of the build. */
async function build(programs: string, files: readonly string[], name: string): Promise<void> {
  await mkdir(programs, { recursive: true });
  const built = await mkdtemp(path.join(folder, 'new-'));
  for (const file of files) await writeFile(path.join(built, file), name);
  await replaceBuild(built, programs, ['web.js']);
}

const filesIn = async (programs: string) => (await readdir(programs)).filter((file) => file.endsWith('.js'));

it('keeps the files of the build before for its processes, and removes those of earlier builds', async () => {
  const programs = path.join(folder, 'kept');
  await build(programs, ['web.js', 'docs-1.js', 'same.js'], 'first');
  await build(programs, ['web.js', 'docs-2.js', 'same.js'], 'second');
  expect(await filesIn(programs)).toEqual(['docs-1.js', 'docs-2.js', 'same.js', 'web.js']);
  expect(await readFile(path.join(programs, 'web.js'), 'utf8')).toBe('second');
  await build(programs, ['web.js', 'docs-3.js'], 'third');
  expect(await filesIn(programs)).toEqual(['docs-2.js', 'docs-3.js', 'same.js', 'web.js']);
});

it('does not count the same build twice', async () => {
  const programs = path.join(folder, 'same');
  await build(programs, ['web.js', 'docs-1.js'], 'first');
  await build(programs, ['web.js', 'docs-2.js'], 'second');
  await build(programs, ['web.js', 'docs-2.js'], 'second');
  expect(await filesIn(programs)).toEqual(['docs-1.js', 'docs-2.js', 'web.js']);
});

it('keeps what an earlier version built, which wrote no list', async () => {
  const programs = path.join(folder, 'unlisted');
  await mkdir(programs);
  for (const file of ['web.js', 'docs-1.js']) await writeFile(path.join(programs, file), 'first');
  await build(programs, ['web.js', 'docs-2.js'], 'second');
  expect(await filesIn(programs)).toEqual(['docs-1.js', 'docs-2.js', 'web.js']);
});
