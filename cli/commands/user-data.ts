import { requireAccount } from '../../src/modules/identity/account.queries.ts';
import type { CliCommand } from '../command.ts';
import { printResult } from '../output.ts';
import { askConsent, type ConsentOptions } from '../prompts.ts';
import { formatNamedBy, outOption, printExport, writeRows } from '../row-output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

async function remove(who: string, options: ConsentOptions): Promise<void> {
  await withServices(options, async ({ accountRemoval, scope }) => {
    const { userId, username } = await requireAccount(scope.em, who);
    const message = `Delete the account ${username}? Its personal data is erased. This cannot be undone.`;
    if (!(await askConsent(options, message))) return;
    await accountRemoval.remove(userId);
    printResult(
      options.json,
      { deleted: username },
      () => `${username} is deleted. The sales stay, without the name.`,
    );
  });
}

async function exportData(username: string, options: GlobalOptions & { out?: string }): Promise<void> {
  const { json, out } = options;
  const isArray = out ? formatNamedBy(out) === 'json' : json;
  const format = isArray ? 'json' : 'ndjson';
  const output = { out, format, columns: [], total: 0, one: 'row' } as const;
  const exported = await withServices(options, async ({ accountData }) =>
    writeRows(await accountData.rows(username), output),
  );
  printExport(exported, output, json);
}

/** `users delete` and `users export`: the rights of a person to their data. */
export function userDataCommands(users: CliCommand): void {
  users
    .command('delete')
    .description(
      'delete an account: erases its personal data, keeps its sales, and notifies the owner by email',
    )
    .argument('<username>', 'username or email address')
    .option('--yes', 'do not ask for confirmation')
    .example('users delete ash --yes')
    .runs(remove);

  users
    .command('export')
    .description('write what is stored about an account, one JSON object per line')
    .argument('<username>', 'username or email address')
    .addOption(outOption())
    .notes('A file named *.json is one array, as is the output with --json and no --out.')
    .example('npm run -s cli -- users export ash --out ash.ndjson')
    .runs(exportData);
}
