import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { randomToken } from '../crypto.ts';
import { codeOf, unavailable } from '../errors.ts';
import { draftName, syncDirectory } from './drafts.ts';
import { fileProblem } from './file-problem.ts';
import { isFolder, makeFolder } from './make-folder.ts';

/** Minimum characters of a secret; `randomToken` makes longer ones. */
export const MIN_SECRET_LENGTH = 32;

const PUT_BACK =
  'put the original file back, or delete it if this installation has never started successfully';

/** Writes a complete file or none: a full disk or a kill leaves at most a draft, which `removeDrafts` deletes. */
function create(file: string): void {
  const draft = draftName(file);
  try {
    writeFileSync(draft, randomToken(), { mode: 0o600, flush: true });
    // Unlike a rename, a link never replaces the file of a process that was faster.
    linkSync(draft, file);
    syncDirectory(path.dirname(file));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function contentOf(file: string): string {
  const directory = path.dirname(file);
  try {
    if (!existsSync(file)) {
      makeFolder(directory);
      create(file);
    }
    if (isFolder(file))
      throw unavailable('SECRET_IS_FOLDER', `${file} is a folder instead of a file: ${PUT_BACK}.`);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const problem = fileProblem(error, directory);
    throw problem === undefined ? error : unavailable('DATA_DIR_UNUSABLE', problem);
  }
}

/**
 * The secret in a file that only its owner can read; generated on first use. Processes that start at the same time
 * agree on one secret.
 *
 * @throws DomainError unavailable when the file cannot be read or written, is a folder, and when it is empty or
 *   truncated: a new secret could not decrypt what the previous one protects.
 */
export function readOrCreateSecret(file: string): string {
  const secret = contentOf(file);
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  throw unavailable(
    'SECRET_CUT_OFF',
    `${file} has ${secret.length} characters instead of at least ${MIN_SECRET_LENGTH}: ${PUT_BACK}.`,
  );
}
