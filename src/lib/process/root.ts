import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';

/**
 * The folder of `package.json`. Files that are read while the program runs are found from here: in the built programs, modules
 * have other folders than their sources.
 */
export const ROOT = path.dirname(findPackageJSON(import.meta.url) ?? '');

/** The version of the product. */
export const productVersion = (): string =>
  (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
