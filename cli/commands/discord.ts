import type { Command } from 'commander';
import { printResult } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

/** `discord`: the webhook for announcements. */
export function discordCommands(program: Command): void {
  const discord = program.command('discord').description('check that announcements reach Discord');

  discord
    .command('test')
    .description('send a test message to the configured webhook and print the response')
    .addHelpText(
      'after',
      `
The webhook is the setting discord_webhook_url. The message counts towards its rate limits.

Example:
  npm run cli -- discord test`,
    )
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const message_id = await withServices(options, (services) => services.discord.test());
      printResult(Boolean(options.json), { sent: true, message_id }, () =>
        message_id === null
          ? 'Discord accepted the message.'
          : `Discord accepted the message; its id is ${message_id}.`,
      );
    });
}
