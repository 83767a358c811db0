import { counted } from '../../src/contract/shared/plural.ts';
import { COMMAND_LIST } from '../../src/modules/discord/commands/command-list.ts';
import type { CliCommand } from '../command.ts';
import { printResult } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

/** `- /price: What an item or pokemon sold for` */
const definitionLine = ({ name, description }: { name: string; description: string }) =>
  `- /${name}: ${description}`;

const activityLine = (what: string, at: Date | undefined, detail: string) =>
  at ? `${what}: ${at.toISOString()}, ${detail}.` : `${what}: none.`;

async function sendTest(options: GlobalOptions): Promise<void> {
  const message_id = await withServices(options, (services) => services.discord.test());
  printResult(options.json, { sent: true, message_id }, () =>
    message_id === null
      ? 'Discord accepted the message.'
      : `Discord accepted the message; its id is ${message_id}.`,
  );
}

async function register(options: GlobalOptions & { dryRun?: boolean }): Promise<void> {
  const { json, dryRun } = options;
  if (dryRun) {
    printResult(json, { registered: false, commands: COMMAND_LIST }, () =>
      ['Nothing was sent. These commands would be registered:', ...COMMAND_LIST.map(definitionLine)].join(
        '\n',
      ),
    );
    return;
  }
  const commands = await withServices(options, (services) => services.discordRegistration.register());
  printResult(json, { registered: true, commands }, () =>
    [
      `Discord registered ${counted(commands.length, 'command')}:`,
      ...commands.map(({ name, id }) => `- /${name}, id ${id}`),
    ].join('\n'),
  );
}

async function showStatus(options: GlobalOptions): Promise<void> {
  const { announcements, trouble, commands, missing, last, failure } = await withServices(
    options,
    (services) => services.discordRegistration.status(),
  );
  const document = {
    announcements,
    trouble,
    commands,
    last_command: last ? { at: last.at.toISOString(), command: last.command } : null,
    last_failure: failure ? { at: failure.at.toISOString(), reason: failure.reason } : null,
  };
  printResult(options.json, document, () =>
    [
      `Announcements: ${announcements ? 'on' : 'off'}.${trouble ? ` ${trouble}` : ''}`,
      `Commands: ${commands ? 'on' : 'off'}${missing ? `, the setting ${missing} is empty` : ''}.`,
      activityLine('Last command', last?.at, `/${last?.command}`),
      activityLine('Last failure', failure?.at, failure?.reason ?? ''),
    ].join('\n'),
  );
}

export function discordCommands(program: CliCommand): void {
  const discord = program
    .command('discord')
    .description('test announcements to Discord, and register the commands for Discord');

  discord
    .command('test')
    .description('send a test message to the configured webhook and print the response')
    .notes('The webhook is the setting discord_webhook_url. The message counts towards its rate limits.')
    .example('discord test')
    .runs(sendTest);

  discord
    .command('register')
    .description('register the commands /price, /check and /follow, in place of those registered before')
    .option('--dry-run', 'print what would be registered, and send nothing')
    .notes(`
Needs the settings discord_application_id and discord_bot_token. Run it again after an upgrade that changes the commands.`)
    .example('discord register --dry-run')
    .runs(register);

  discord
    .command('status')
    .description('print whether announcements and commands are turned on, and the last command')
    .notes('Asks only the database, not Discord.')
    .example('discord status')
    .runs(showStatus);
}
