import { z } from 'zod';
import type { SettingKey } from '../../../contract/admin/settings.ts';
import { type DomainError, unavailable } from '../../../lib/errors.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import { Service } from '../../service.ts';
import type { SettingsService } from '../../settings/settings.service.ts';
import { callDiscord, type DiscordResult, limitedError, responded } from '../discord-api.ts';
import { announcementTrouble, type CommandActivity, commandActivity } from '../discord-state.ts';
import { COMMAND_LIST } from './command-list.ts';

const zRegistered = z.array(z.object({ id: z.string(), name: z.string() }));

interface DiscordStatus extends CommandActivity {
  /** Whether a webhook for announcements is set. */
  announcements: boolean;
  /** Why they do not arrive; null while nothing is known to be wrong. */
  trouble: string | null;
  /** Whether the commands are answered. */
  commands: boolean;
  /** The only one of their two settings that is empty; null when both or none are. */
  missing: SettingKey | null;
}

function missingOf(applicationId: string, publicKey: string): SettingKey | null {
  if ((applicationId === '') === (publicKey === '')) return null;
  return applicationId === '' ? 'discord_application_id' : 'discord_public_key';
}

const zRefusal = z.object({ message: z.string().max(500) });

const failed = (message: string) => unavailable('DISCORD_FAILED', message);

const missing = (setting: string) => unavailable('NO_APPLICATION', `The setting ${setting} is empty.`);

/** What went wrong, and what to do about it. */
function errorOf(result: Exclude<DiscordResult, { kind: 'taken' }>, applicationId: string): DomainError {
  if (result.kind === 'limited') return limitedError('registrations', result.waitMs);
  if (result.kind === 'failed') return failed(`Discord did not register the commands: ${result.why}.`);
  const { status, body } = result;
  if (status === 401)
    return failed('Discord does not accept the bot token (401). Set discord_bot_token to the current one.');
  if (status === 403 || status === 404)
    return failed(
      `The bot token does not belong to the application ${applicationId} (${status}). Check discord_application_id and discord_bot_token.`,
    );
  const reason = zRefusal.safeParse(body).data?.message ?? responded(status);
  return failed(`Discord did not register the commands: ${reason}.`);
}

export class DiscordRegistrationService extends Service<{ settings: SettingsService; audit: AuditService }> {
  /**
   * Replaces all global commands of the application by those of this version.
   *
   * @throws DomainError unavailable when a setting is missing or Discord does not accept them, rate_limited when Discord
   *   rate-limits the registration.
   */
  async register(): Promise<z.output<typeof zRegistered>> {
    const { settings, audit, config } = this.deps;
    const applicationId = await settings.get('discord_application_id');
    if (applicationId === '') throw missing('discord_application_id');
    const token = await settings.get('discord_bot_token');
    if (token === '') throw missing('discord_bot_token');
    const result = await callDiscord({
      method: 'PUT',
      url: new URL(`https://discord.com/api/v10/applications/${applicationId}/commands`),
      body: COMMAND_LIST,
      authorization: `Bot ${token}`,
      publicUrl: config.publicUrl,
    });
    const names = COMMAND_LIST.map(({ name }) => name);
    await audit.record('discord.registered', { detail: { answer: result.kind, commands: names } });
    if (result.kind !== 'taken') throw errorOf(result, applicationId);
    const registered = zRegistered.safeParse(result.body);
    if (!registered.success) throw failed('Discord did not return a list of commands.');
    return registered.data;
  }

  /** What is turned on, and what the commands did last. */
  async status(): Promise<DiscordStatus> {
    const { settings, em } = this.deps;
    const webhook = await settings.get('discord_webhook_url');
    const applicationId = await settings.get('discord_application_id');
    const publicKey = await settings.get('discord_public_key');
    return {
      announcements: webhook !== '',
      trouble: await announcementTrouble(em, webhook),
      commands: applicationId !== '' && publicKey !== '',
      missing: missingOf(applicationId, publicKey),
      ...(await commandActivity(em)),
    };
  }
}
