import type { Command } from 'commander';
import { printResult } from '../output.ts';
import { askConsent } from '../prompts.ts';
import { writeRows } from '../row-output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

interface DeleteOptions extends GlobalOptions {
  yes?: boolean;
}

async function remove(username: string, options: DeleteOptions): Promise<void> {
  const { json } = options;
  const consents = await askConsent(options.yes, json, {
    message: `Delete the account ${username}? Its personal data is erased. This cannot be undone.`,
    flag: '--yes',
  });
  if (!consents) return;
  await withServices(options, ({ accountRemoval }) => accountRemoval.remove(username));
  printResult(json, { deleted: username }, () => `${username} is deleted. The sales stay, without the name.`);
}

/** `users delete` and `users export`: the rights of a person to their data. */
export function userDataCommands(users: Command): void {
  users
    .command('delete')
    .description(
      'delete an account: erases its personal data, keeps its sales, and notifies the owner by mail',
    )
    .argument('<username>', 'username or mail address')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', '\nExample:\n  npm run cli -- users delete ash --yes')
    .action((username: string, _, command: Command) => remove(username, command.optsWithGlobals()));

  users
    .command('export')
    .description('write what is stored about an account, one JSON object a line')
    .argument('<username>', 'username or mail address')
    .option('--out <file>', 'write to this file instead of standard output')
    .addHelpText('after', '\nExample:\n  npm run -s cli -- users export ash --out ash.ndjson')
    .action(async (username: string, _, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { out?: string }>();
      await withServices(options, ({ accountData }) =>
        writeRows(accountData.rows(username), {
          out: options.out,
          format: 'ndjson',
          columns: [],
          total: 0,
          one: 'row',
        }),
      );
    });
}
