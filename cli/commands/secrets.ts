import type { Command } from 'commander';
import { count, printResult } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

/** `secrets`: what is encrypted under APP_SECRET. */
export function secretsCommands(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('change the secret that second factors are sealed with');

  secrets
    .command('rotate')
    .description('encrypt every second factor anew, with the APP_SECRET in force')
    .addHelpText(
      'after',
      `
To change the secret: put the new one into APP_SECRET and the former one into APP_SECRETS_OLD, start the server
again, run this command, then take APP_SECRETS_OLD away.

Example:
  APP_SECRETS_OLD="$FORMER" APP_SECRET="$NEW" npm run cli -- secrets rotate`,
    )
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const rotated = await withServices(options, ({ twoFactor }) => twoFactor.rotateSecrets());
      printResult(
        Boolean(options.json),
        { rotated },
        () => `${count(rotated)} second factors encrypted anew.`,
      );
    });
}
