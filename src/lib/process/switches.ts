import { parseArgs } from 'node:util';

/**
 * The options of a program that knows only switches, such as `--demo`. Any other option, also `--help`, prints the usage
 * line to standard error and ends the process with exit code 2.
 */
export function switchesOrExit<Name extends string>(
  names: readonly Name[],
  usage: string,
): Partial<Record<Name, boolean>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'boolean' }] as const));
  try {
    return parseArgs({ options }).values as Partial<Record<Name, boolean>>;
  } catch {
    process.stderr.write(`Usage: ${usage}\n`);
    return process.exit(2);
  }
}
