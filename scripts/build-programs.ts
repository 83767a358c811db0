import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
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

const TRPC_SPREAD = /^function _objectSpread2\(e\) \{$.*?^\}$/ms;

/**
 * tRPC is published with a helper for engines without object spread, which it calls sixteen times in a call of a procedure:
 * 15 of the 70 µs of a suggestion. The helper of these programs spreads, at most three objects as all its callers pass.
 */
const nativeSpread = (): Plugin => {
  let isReplaced = false;
  return {
    name: 'native-spread',
    transform: {
      filter: { id: /@trpc\/server\/dist\// },
      handler(code) {
        if (!TRPC_SPREAD.test(code)) return undefined;
        isReplaced = true;
        return code.replace(
          TRPC_SPREAD,
          'function _objectSpread2(first, second, third) { return { ...first, ...second, ...third }; }',
        );
      },
    },
    buildEnd() {
      if (!isReplaced) throw new Error('tRPC no longer has the helper that nativeSpread replaces');
    },
  };
};

await mkdir(OUTPUT, { recursive: true });
const folder = await mkdtemp(path.join(OUTPUT, 'new-'));
try {
  const bundle = await rolldown({
    cwd: ROOT,
    input: PROGRAMS,
    platform: 'node',
    external: EXTERNAL,
    plugins: [nativeSpread()],
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
