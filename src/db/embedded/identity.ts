import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { unavailable } from '../../lib/errors.ts';

export const run = promisify(execFile);

/** The user that runs the PostgreSQL programs; empty for an unprivileged user, who runs them directly. */
export interface Identity {
  uid?: number;
  gid?: number;
  /** The folders are closed to that user, who then needs the right to traverse them. */
  closed?: boolean;
}

const id = async (flag: '-u' | '-g', user: string) => Number((await run('id', [flag, user])).stdout);

const postgresIds = async () => ({ uid: await id('-u', 'postgres'), gid: await id('-g', 'postgres') });

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  try {
    return await postgresIds();
  } catch {
    const added = run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    // Another process may have added it meanwhile.
    return added.then(postgresIds, (error) => postgresIds().catch(() => Promise.reject(error)));
  }
}

/** The user that a server's files belong to: another one cannot open them. @throws DomainError for root. */
async function ownerOf(directory: string): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await stat(directory);
  if (uid !== 0) return { uid, gid };
  throw unavailable(
    'CLUSTER_OF_ROOT',
    `${directory} belongs to root, and PostgreSQL refuses to run as root: give the folder back to its user with chown -R.`,
  );
}

/** Whether other users can traverse every folder above the file. */
async function openToOthers(file: string): Promise<boolean> {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
  }
  return true;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of its folder, or for a new one as the user `postgres`,
 * which is created when missing.
 *
 * @param files that user must be able to reach
 * @param directory of an existing server
 * @throws DomainError unavailable when the folder belongs to root.
 */
export async function identityFor(files: string[], directory?: string): Promise<Identity> {
  if (process.getuid?.() !== 0) return {};
  const user = directory === undefined ? await postgresUser() : await ownerOf(directory);
  const open = await Promise.all(files.map(openToOthers));
  return open.every(Boolean) ? user : { ...user, closed: true };
}

type Command = [command: string, args: string[], options: { uid?: number; gid?: number; cwd: string }];

/** How to run a PostgreSQL program under an identity. */
export function becomePostgres({ uid, gid, closed }: Identity, command: string, args: string[]): Command {
  if (uid === undefined || gid === undefined) return [command, args, { cwd: path.dirname(command) }];
  if (!closed) return [command, args, { uid, gid, cwd: '/' }];
  // A clone below /root is closed to the user postgres; setpriv lets only this program traverse it.
  const leave = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const setpriv = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...leave, '--', command, ...args];
  return ['setpriv', setpriv, { cwd: '/' }];
}
