import { Command } from 'commander';
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
Exit codes: 0 done, 1 failed, 2 used wrongly, 3 not found, 4 conflict.

Works while the server runs and while it does not. Through npm, with -s to keep npm quiet in scripts:
  npm run cli -- users create --role admin
  npm run -s cli -- users list --json`;

const NOUNS = [
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
  doctorCommand,
  demoCommand,
];
/** Runs one command line, as given behind the program's name; the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const program = new Command('marketdex')
    .description("The operator's side of MarketDex.")
    .option('--json', 'print one JSON document; ask nothing')
    .option('--verbose', 'log what happens to standard error')
    .addHelpText('after', HELP)
    .showHelpAfterError('(--help shows how it is used)')
    .exitOverride();
  if (json) program.configureOutput({ writeErr: () => undefined });
  for (const register of NOUNS) register(program);
  process.exitCode = EXIT.done;
  try {
    await program.parseAsync(args, { from: 'user' });
    // Commands set it when they have done a part.
    return Number(process.exitCode);
  } catch (error) {
    return reportFailure(error, { json, verbose: args.includes('--verbose') });
  }
}
