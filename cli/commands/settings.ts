import type { Command } from 'commander';
import type { Setting } from '../../src/contract/admin/settings.ts';
import { printResult, table } from '../output.ts';
import { readStandardInput } from '../prompts.ts';
import { type GlobalOptions, withServices } from '../run.ts';

/** Unset is an empty cell; several lines are shown in one. */
const row = ({ key, value }: Setting) => ({
  key,
  value: value === '' ? null : value.replaceAll('\n', ' / '),
});

async function get(key: string | undefined, options: GlobalOptions): Promise<void> {
  const json = Boolean(options.json);
  await withServices(options, async ({ settings }) => {
    if (key !== undefined) {
      const setting = await settings.show(key);
      printResult(json, setting, () => setting.value);
      return;
    }
    const data = await settings.list();
    printResult(json, { data }, () => table(['key', 'value'], data.map(row)));
  });
}

async function set(key: string, given: string, options: GlobalOptions): Promise<void> {
  const value = given === '-' ? await readStandardInput() : given;
  const setting = await withServices(options, ({ settings }) => settings.set(key, value));
  printResult(Boolean(options.json), setting, () =>
    setting.value === '' ? `${key} is unset.` : `${key} is now ${setting.value}.`,
  );
}

/** `settings`: what can be set while the site runs. */
export function settingsCommands(program: Command): void {
  const settings = program
    .command('settings')
    .description('see and change what can be set while the site runs');

  settings
    .command('get')
    .description('show the settings, or one; of a secret one only whether it is set')
    .argument('[key]', 'which one; all when left out')
    .action((key: string | undefined, _, command: Command) => get(key, command.optsWithGlobals()));

  settings
    .command('set')
    .description('change a setting; it counts at once, for every process')
    .argument('<key>', 'which one, as settings get names it')
    .argument('<value>', "the new value; '' unsets what may be unset; - is standard input")
    .addHelpText(
      'after',
      `
A secret on the command line is seen in the list of processes and kept in the shell's history: give it on standard
input.

Examples:
  npm run cli -- settings set skip_review_enabled true
  npm run cli -- settings set legal_phone ''
  npm run cli -- settings set discord_webhook_url - < webhook.txt`,
    )
    .action((key: string, value: string, _, command: Command) => set(key, value, command.optsWithGlobals()));
}
