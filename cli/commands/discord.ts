import type { Command } from 'commander';
import { printResult } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

/** `discord`: the webhook that announces what is new. */
export function discordCommands(program: Command): void {
  const discord = program.command('discord').description('see whether announcements reach Discord');

  discord
    .command('test')
    .description('send a message to the webhook of the settings, and say what Discord answers')
    .addHelpText(
      'after',
      `
The webhook is the setting discord_webhook_url. The message is counted against its limits like any other.

Example:
  npm run cli -- discord test`,
    )
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const message_id = await withServices(options, (services) => services.discord.test());
      printResult(Boolean(options.json), { sent: true, message_id }, () =>
        message_id === null
          ? 'Discord took the message.'
          : `Discord took the message; its id is ${message_id}.`,
      );
    });
}
