import { counted } from '../../src/contract/shared/plural.ts';
import type { CliCommand } from '../command.ts';
import { printResult } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

async function rotate(options: GlobalOptions): Promise<void> {
  const rotated = await withServices(options, ({ secrets }) => secrets.rotate());
  printResult(options.json, { rotated }, () => `Re-encrypted ${counted(rotated, 'secret')}.`);
}

export function secretsCommands(program: CliCommand): void {
  const secrets = program
    .command('secrets')
    .description('re-encrypt stored secrets after a change of APP_SECRET');

  secrets
    .command('rotate')
    .description(
      're-encrypt all two-factor secrets, secret settings and webhooks with the current APP_SECRET',
    )
    .notes(`
To change the secret, put the new one into APP_SECRET and the old one into APP_SECRETS_OLD, restart the server, and run
this command. Remove APP_SECRETS_OLD some weeks later: until then, unsubscribe links in earlier emails keep working.`)
    .example('APP_SECRETS_OLD="$OLD" APP_SECRET="$NEW" npm run cli -- secrets rotate')
    .runs(rotate);
}
