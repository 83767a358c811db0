import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user that runs the PostgreSQL programs; empty for an unprivileged user, who runs them directly. */
export interface Identity {
  uid?: number;
  gid?: number;
  /** The folders are closed to that user, who then needs the right to traverse them. */
  closed?: boolean;
}

const id = async (flag: '-u' | '-g', user: string) => Number((await run('id', [flag, user])).stdout);

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  try {
    return { uid: await id('-u', 'postgres'), gid: await id('-g', 'postgres') };
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return { uid: await id('-u', 'postgres'), gid: await id('-g', 'postgres') };
  }
}

/** Whether other users can traverse every folder above the file. */
async function openToOthers(file: string): Promise<boolean> {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
  }
  return true;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the user `postgres`, which is created when missing.
 *
 * @param files that user must be able to reach
 */
export async function identityFor(files: string[]): Promise<Identity> {
  if (process.getuid?.() !== 0) return {};
  const user = await postgresUser();
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
