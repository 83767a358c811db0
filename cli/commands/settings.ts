import type { Setting } from '../../src/contract/admin/settings.ts';
import type { CliCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { printResult, table } from '../output.ts';
import { readSecret } from '../prompts.ts';
import { type GlobalOptions, withServices } from '../run.ts';

/** Unset values are an empty cell; line breaks become slashes. */
const row = ({ key, value }: Setting) => ({
  key,
  value: value === '' ? null : value.replaceAll('\n', ' / '),
});

async function get(key: string | undefined, options: GlobalOptions): Promise<void> {
  const { json } = options;
  await withServices(options, async ({ settings }) => {
    if (key !== undefined) {
      const setting = await settings.show(key);
      printResult(json, setting, () => setting.value);
      return;
    }
    const data = await settings.list();
    printResult(json, { data }, () => table(data.map(row)));
  });
}

/** @throws UsageError when standard input is empty: a failed command before the pipe must not delete a secret */
async function pipedValue(key: string): Promise<string> {
  const value = await readSecret(key);
  if (value.trim() === '')
    throw new UsageError(`Standard input is empty. To unset the setting: settings set ${key} ''`);
  return value;
}

async function set(key: string, given: string, options: GlobalOptions): Promise<void> {
  const value = given === '-' ? await pipedValue(key) : given;
  const setting = await withServices({ ...options, creates: true }, ({ settings }) =>
    settings.set(key, value),
  );
  printResult(options.json, setting, () =>
    setting.value === '' ? `${key} is unset.` : `${key} is now ${setting.value}.`,
  );
}

export function settingsCommands(program: CliCommand): void {
  const settings = program.command('settings').description('show and change settings of the running site');

  settings
    .command('get')
    .description('show all settings or one; secret values are not shown')
    .argument('[key]', 'the setting; default: all')
    .example('settings get verify_email')
    .runs(get);

  settings
    .command('set')
    .description('change a setting; takes effect immediately in every process')
    .argument('<key>', 'a key as shown by settings get')
    .argument('<value>', "the new value; '' unsets an optional setting; - reads standard input")
    .notes(`
A secret on the command line is visible in the process list and stays in the shell history. Pass it on standard input.`)
    .example(
      'settings set skip_review_enabled true',
      "settings set legal_phone ''",
      'settings set discord_webhook_url - < webhook.txt',
    )
    .runs(set);
}
