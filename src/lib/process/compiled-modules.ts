import { enableCompileCache } from 'node:module';
import path from 'node:path';

/** Unlike the system's folder for temporary files, no other user may write to it: it contains code. */
const FOLDER = path.resolve(import.meta.dirname, '../../../node_modules/.cache/marketdex');

/**
 * Keeps what is compiled from modules on disk, which saves a third of the processor time of loading them at the next
 * start. It only applies to modules that are imported after the call, and does nothing where the folder cannot be
 * written. The scripts of `package.json` name the same folder in `NODE_COMPILE_CACHE`, so that Node loads its
 * TypeScript compiler for no module.
 */
export function keepCompiledModules(): void {
  enableCompileCache(FOLDER);
}
