import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Chromium without a user interface needs a third of the processor time, so it comes first. */
const PROGRAMS = ['chromium-headless-shell', 'chromium'];

/**
 * The browser of the tests: `CHROMIUM_PATH`, or the first of `PROGRAMS` on the PATH.
 *
 * @throws Error that names what to install when there is none.
 */
export function findChromium(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = PROGRAMS.flatMap((program) => folders.map((folder) => path.join(folder, program))).find(
    isProgram,
  );
  if (!found)
    throw new Error('The browser tests need Chromium: install it, or name its program in CHROMIUM_PATH.');
  return found;
}
