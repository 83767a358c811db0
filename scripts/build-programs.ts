import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from '../src/lib/process/root.ts';

/**
 * Builds the web server, the worker and the command line, each with the packages that it uses
 * (docs/decisions/0016-built-programs.md). The code stays readable, so that the stack of an error can be read without a
 * source map.
 */
const OUTPUT = path.join(ROOT, 'dist/programs');

const PROGRAMS = { web: 'src/main.ts', worker: 'jobs/main.ts', cli: 'cli/main.ts' };

/** Packages with machine code, which is loaded from their folder, and one that `pg` uses only where it is installed. */
const EXTERNAL = ['@node-rs/argon2', 'msgpackr-extract', 'pg-native'];

/** Replaces the files one by one, so that a program that another process starts meanwhile finds all of its files. */
async function replaceFiles(built: string): Promise<void> {
  const files = await readdir(built);
  const isProgram = (file: string) => path.parse(file).name in PROGRAMS;
  // The programs come last: they import the other files.
  for (const file of files.sort((a, b) => Number(isProgram(a)) - Number(isProgram(b))))
    await rename(path.join(built, file), path.join(OUTPUT, file));
  const present = await readdir(OUTPUT, { withFileTypes: true });
  const old = present.filter((entry) => entry.isFile() && !files.includes(entry.name));
  await Promise.all(old.map(({ name }) => rm(path.join(OUTPUT, name), { force: true })));
}

await mkdir(OUTPUT, { recursive: true });
const folder = await mkdtemp(path.join(OUTPUT, 'new-'));
try {
  const bundle = await rolldown({
    cwd: ROOT,
    input: PROGRAMS,
    platform: 'node',
    external: EXTERNAL,
    transform: { target: 'node24' },
    logLevel: 'silent',
  });
  // MikroORM reads the names of classes.
  await bundle.write({ dir: folder, format: 'esm', keepNames: true, comments: false });
  await replaceFiles(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
