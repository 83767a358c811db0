import { runCli } from '../../src/testing/processes/cli-process.ts';

const PASSWORD = 'a passphrase for measurements';

/** Creates an admin through the command line. @returns the token of a session */
export async function createAdmin(
  url: string,
  settings: Record<string, string>,
  username = 'bench',
): Promise<string> {
  const args = ['users', 'create', '--username', username, '--email', `${username}@example.org`];
  const { code, stderr } = await runCli([...args, '--role', 'admin', '--password-stdin'], {
    settings,
    input: PASSWORD,
  });
  if (code !== 0) throw new Error(`The admin was not created: ${stderr}`);
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  return ((await answer.json()) as { token: string }).token;
}
