import { fork } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAMS } from '../../src/testing/processes/programs.ts';

const PASSWORD = 'a passphrase for measurements';

/** Creates an admin through the command line. @returns the token of a session */
export async function createAdmin(
  url: string,
  settings: Record<string, string>,
  username = 'bench',
): Promise<string> {
  const args = ['users', 'create', '--username', username, '--email', `${username}@example.org`];
  const child = fork(PROGRAMS.cli, [...args, '--role', 'admin', '--password-stdin', '--json'], {
    env: { ...process.env, ...settings },
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  });
  child.stdin?.end(PASSWORD);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The admin was not created: exit code ${code}`);
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  return ((await answer.json()) as { token: string }).token;
}
