import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from '../src/lib/process/root.ts';
import { replaceBuild } from './replace-build.ts';

/**
 * Builds the web server, the worker and the command line, each with the packages that it uses
 * (docs/decisions/0016-built-programs.md). The code stays readable, so that the stack of an error can be read without a
 * source map.
 */
const OUTPUT = path.join(ROOT, 'dist/programs');

const PROGRAMS = { web: 'src/main.ts', worker: 'jobs/main.ts', cli: 'cli/main.ts' };

/** Packages with machine code, which is loaded from their folder, and one that `pg` uses only where it is installed. */
const EXTERNAL = ['@node-rs/argon2', 'msgpackr-extract', 'pg-native'];

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
  await bundle.write({
    dir: folder,
    format: 'esm',
    // MikroORM reads the names of classes.
    keepNames: true,
    comments: false,
    // V8 keeps the text of a module, with two bytes for each character if one of them is not in Latin-1.
    charset: 'ascii',
  });
  const programs = Object.keys(PROGRAMS).map((name) => `${name}.js`);
  await replaceBuild(folder, OUTPUT, programs);
} finally {
  await rm(folder, { recursive: true, force: true });
}
