import { setImmediate } from 'node:timers/promises';
import { type Command, CommanderError, Help, type Option } from 'commander';
import { misspelledSettings } from '../src/config.ts';
import { codeOf } from '../src/lib/errors.ts';
import { productVersion } from '../src/lib/process/root.ts';
import { CliCommand } from './command.ts';
import { auditCommands } from './commands/audit.ts';
import { catalogueCommands } from './commands/catalogue.ts';
import { dbCommands } from './commands/db.ts';
import { demoCommand } from './commands/demo.ts';
import { discordCommands } from './commands/discord.ts';
import { doctorCommand } from './commands/doctor.ts';
import { duplicatesCommands } from './commands/duplicates.ts';
import { jobsCommands } from './commands/jobs.ts';
import { logsCommands } from './commands/logs.ts';
import { reviewsCommands } from './commands/reviews.ts';
import { salesCommands } from './commands/sales.ts';
import { secretsCommands } from './commands/secrets.ts';
import { settingsCommands } from './commands/settings.ts';
import { spritesCommands } from './commands/sprites.ts';
import { usersCommands } from './commands/users.ts';
import { EXIT, outputFailed, reportFailure } from './errors.ts';
import { printNote } from './output.ts';

const HELP = `
Exit codes: 0 success, 1 failure, 2 usage error, 3 not found, 4 conflict, 130 interrupted.

The commands work whether or not the server is running. Run them through npm; -s keeps npm quiet in scripts:
  npm run cli -- users create --role admin
  npm run -s cli -- users list --json`;

/** In the order of the help text. */
const COMMANDS = [
  usersCommands,
  dbCommands,
  catalogueCommands,
  spritesCommands,
  salesCommands,
  reviewsCommands,
  duplicatesCommands,
  discordCommands,
  jobsCommands,
  logsCommands,
  settingsCommands,
  secretsCommands,
  auditCommands,
  doctorCommand,
  demoCommand,
];

/**
 * Keeps an error of the output from ending the process before the command has closed what it opened.
 *
 * @returns a function that gives the first error of standard output so far
 */
function watchOutput(): () => Promise<unknown> {
  let failure: unknown;
  process.stdout.on('error', (error) => {
    failure ??= error;
  });
  // There is nowhere left to report it; the exit code is unchanged.
  process.stderr.on('error', () => undefined);
  return async () => {
    // The errors of finished writes come in the next ticks.
    await setImmediate();
    return failure;
  };
}

/** A reader such as `head` may close the pipe early. */
const isClosedPipe = (outputFailure: unknown) => codeOf(outputFailure) === 'EPIPE';

const commandNamed = (group: Command | undefined, name: string): Command | undefined =>
  group?.commands.find((command) => command.name() === name);

/**
 * `help users create` as `users create --help`: commander's own `help` takes one name only, and prints the help of all
 * commands, as a success, when it is unknown.
 */
function withHelpFlag(program: Command, args: readonly string[]): readonly string[] {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const at = words.indexOf('help');
  if (at < 0) return args;
  let command = words.slice(0, at).reduce(commandNamed, program as Command | undefined);
  // An argument may be the word too.
  if (!command?.commands.length) return args;
  for (const name of words.slice(at + 1).filter((word) => word !== 'help'))
    command = commandNamed(command, name) ?? command.error(`error: unknown command '${name}'`);
  return [...args.filter((arg) => arg !== 'help'), '--help'];
}

/** Runs the command, or prints help. @returns whether it printed help */
async function parse(program: Command, args: readonly string[]): Promise<boolean> {
  try {
    await program.parseAsync(withHelpFlag(program, args), { from: 'user' });
    return false;
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
    return true;
  }
}

/** Says which options a command cannot do without; commander does not. */
function optionDescription(option: Option): string {
  const text = new Help().optionDescription(option);
  return option.mandatory ? `${text} (required)` : text;
}

/** All commands with their help texts. With `json`, errors of usage are not printed: the caller reports them. */
export function marketdexProgram({ json }: { json: boolean }): CliCommand {
  const program = new CliCommand('marketdex')
    .description('The command line of MarketDex for operators.')
    .version(productVersion(), '--version', 'print the version')
    .option('--json', 'print one JSON document and never prompt')
    .option('--verbose', 'write the log to standard error')
    .configureHelp({ showGlobalOptions: true, optionDescription })
    .notes(HELP)
    .showHelpAfterError('(use --help for usage)')
    .hook('preAction', () => {
      for (const sentence of misspelledSettings()) printNote(`warning: ${sentence}`);
    })
    .exitOverride();
  if (json) program.configureOutput({ writeErr: () => undefined });
  for (const register of COMMANDS) register(program);
  return program;
}

/** Runs one command line, without the program's name. @returns the exit code */
export async function runProgram(args: readonly string[]): Promise<number> {
  const [json, verbose] = [args.includes('--json'), args.includes('--verbose')];
  const outputError = watchOutput();
  const program = marketdexProgram({ json });
  process.exitCode = EXIT.done;
  let wasHelp: boolean;
  try {
    wasHelp = await parse(program, args);
  } catch (error) {
    // A connection to the database breaks with the same code.
    if (isClosedPipe(error) && error === (await outputError())) return EXIT.done;
    const code = reportFailure(error, { json, verbose });
    const lost = json && (await outputError());
    // The document is lost.
    if (lost && !isClosedPipe(lost)) reportFailure(error, { json: false, verbose });
    return code;
  }
  const lost = await outputError();
  if (lost && !isClosedPipe(lost))
    return reportFailure(outputFailed(lost, wasHelp), { json: false, verbose });
  // Commands set the exit code when they succeed only in part.
  return Number(process.exitCode);
}
