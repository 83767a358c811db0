import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where the names of the files of the latest build are. */
const LIST = '.files.json';

/** The names of the files of the latest build in a folder. */
export async function latestBuild(folder: string): Promise<string[]> {
  const text = await readFile(path.join(folder, LIST), 'utf8').catch(() => null);
  // Without a list, all files may be of the latest build.
  return text === null ? readdir(folder).catch(() => []) : JSON.parse(text);
}

/** Records these files as the latest build, and removes those that are neither of it nor of the build before. */
export async function recordBuild(
  folder: string,
  files: readonly string[],
  before: readonly string[],
): Promise<void> {
  // The same build again, such as after a change of a comment: the one before it is still the one before.
  if (files.every((file) => before.includes(file))) return;
  await writeFile(path.join(folder, LIST), JSON.stringify(files));
  const kept = new Set([...files, ...before, LIST]);
  const present = await readdir(folder, { withFileTypes: true });
  const old = present.filter((entry) => entry.isFile() && !kept.has(entry.name));
  await Promise.all(old.map(({ name }) => rm(path.join(folder, name), { force: true })));
}

/**
 * Replaces a build file by file, so that a program that another process starts meanwhile finds all of its files. The files
 * of the build before stay until the next one: its processes may still run, and they load some files at their first use.
 *
 * @param built the folder of the new files
 * @param folder where programs are started from
 * @param programs the files that are started: they come last, because they import the others
 */
export async function replaceBuild(
  built: string,
  folder: string,
  programs: readonly string[],
): Promise<void> {
  const files = await readdir(built);
  const before = await latestBuild(folder);
  const isProgram = (file: string) => Number(programs.includes(file));
  for (const file of files.sort((a, b) => isProgram(a) - isProgram(b)))
    await rename(path.join(built, file), path.join(folder, file));
  await recordBuild(folder, files, before);
}
