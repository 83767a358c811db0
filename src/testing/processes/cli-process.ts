import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { childEnv } from './child-env.ts';
import { PROGRAMS } from './programs.ts';

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

export type RunCli = (
  args: readonly string[],
  given: { settings: Record<string, string>; input?: string | Uint8Array },
) => Promise<CliResult>;

/** Runs the command line like a script: without a terminal, and with the environment of a child process. */
export const runCli: RunCli = async (args, { settings, input = '' }) => {
  const child = spawn(process.execPath, [PROGRAMS.cli, ...args], {
    env: childEnv(settings),
  });
  const exited = once(child, 'close');
  // A command that reads no input may end before all of it was written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await exited;
  return { code: Number(code), stdout, stderr };
};
