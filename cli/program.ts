import { Command } from 'commander';
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
import { EXIT, reportFailure } from './errors.ts';

const HELP = `
Exit codes: 0 success, 1 failure, 2 usage error, 3 not found, 4 conflict.

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

/** Runs one command line, without the program's name. @returns the exit code */
export async function runProgram(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const program = new Command('marketdex')
    .description('The command line of MarketDex for operators.')
    .option('--json', 'print one JSON document and never prompt')
    .option('--verbose', 'write the log to standard error')
    .addHelpText('after', HELP)
    .showHelpAfterError('(use --help for usage)')
    .exitOverride();
  if (json) program.configureOutput({ writeErr: () => undefined });
  for (const register of COMMANDS) register(program);
  process.exitCode = EXIT.done;
  try {
    await program.parseAsync(args, { from: 'user' });
    // Commands set the exit code when they succeed only in part.
    return Number(process.exitCode);
  } catch (error) {
    return reportFailure(error, { json, verbose: args.includes('--verbose') });
  }
}
