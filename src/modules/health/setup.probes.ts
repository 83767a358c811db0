import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '../../config.ts';
import type { Health } from '../../contract/admin/admin.ts';
import { DAY_MS, formatDate } from '../../contract/shared/dates.ts';
import { andList } from '../../contract/shared/lists.ts';
import { query } from '../../db/query.ts';
import type { Clock } from '../../lib/clock.ts';
import type { DiscordRegistrationService } from '../discord/commands/discord-registration.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';

/** The state of one part: whether it works, and what to do if not. */
export type Finding = Omit<Health, 'part'>;

export const healthy = (message: string): Finding => ({ status: 'ok', message });
/** It works, but not as a public site should. */
export const warning = (message: string): Finding => ({ status: 'warning', message });
export const unhealthy = (message: string): Finding => ({ status: 'error', message });

const LOCAL_HOST = /^(localhost|127\.|\[::1\])/;

/** Whether browsers can use PUBLIC_URL safely. The server itself has no TLS, so https needs a proxy. */
export function addressHealth({
  publicUrl,
  isPublicUrlSet,
  trustedProxies,
}: Pick<Config, 'publicUrl' | 'isPublicUrlSet' | 'trustedProxies'>): Finding {
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (!isPublicUrlSet)
    return warning(`Links in emails lead to ${origin}: set PUBLIC_URL to the address that visitors use.`);
  if (LOCAL_HOST.test(hostname)) return healthy(`${origin}, for this machine only.`);
  if (protocol !== 'https:')
    return unhealthy(
      `${origin} sends passwords unencrypted. Put a TLS proxy in front of the server and use https in PUBLIC_URL.`,
    );
  if (trustedProxies.length === 0)
    return unhealthy(
      `${origin} needs a proxy, but none is trusted: all visitors would share its IP address and rate limits. Set TRUSTED_PROXIES.`,
    );
  return healthy(`${origin}, behind ${trustedProxies.join(', ')}.`);
}

/** The log line about forwarded requests of a `proxy` whose `X-Forwarded-For` is not trusted. */
export const UNNAMED_PROXY = 'requests arrive through a proxy that TRUSTED_PROXIES does not name';

/** The log line about WebSockets that arrive without their headers. */
export const LOST_UPGRADE = 'a proxy does not pass WebSockets';

/** Whether the proxies of the last minutes are trusted and pass WebSockets, by the log of all processes. */
export async function proxyHealth(em: EntityManager): Promise<Finding> {
  const [found] = await query(em)<{ message: string; proxy: string | null }>`
    select message, metadata->>'proxy' as proxy from log_entry
    where category in ('security', 'general') and at > now() - interval '10 minutes'
      and message in (${UNNAMED_PROXY}, ${LOST_UPGRADE})
    order by at desc limit 1`;
  if (!found) return healthy('No requests arrive through a proxy that TRUSTED_PROXIES does not name.');
  if (found.message === LOST_UPGRADE)
    return warning(
      'A proxy does not pass WebSockets, so no page is updated live. It must pass the headers Upgrade and Connection at /trpc and /socket.io.',
    );
  return warning(
    `Requests arrive through ${found.proxy}, which TRUSTED_PROXIES does not name: all visitors behind it share its address and rate limits. Add it if it is your proxy.`,
  );
}

export const NO_ACTIVE_ADMIN =
  'There is no active admin. To create one, run: npm run cli -- users create --role admin';

/** Without a mail server, emails reach nobody. */
export const NO_MAIL_SERVER = warning('Emails are only written to DATA_DIR/mail: set SMTP_URL to send them.');

export interface LegalNoticeReader {
  settings: Pick<SettingsService, 'legalNotice'>;
}

/** Whether the legal notice names who runs the site and how to reach them. */
export async function legalHealth({ settings }: LegalNoticeReader): Promise<Finding> {
  const { name, address, email } = await settings.legalNotice();
  const missing = [
    ...(name ? [] : ['provider']),
    ...(address ? [] : ['postal address']),
    ...(email ? [] : ['contact email']),
  ];
  if (missing.length === 0)
    return healthy('The legal notice has a provider, postal address and contact email.');
  return warning(`The legal notice has no ${andList(missing)}: enter it in the admin panel under Settings.`);
}

/** An older failure is not reported. */
const FAILURE_MS = DAY_MS;

export interface DiscordStatusReader {
  discordRegistration: Pick<DiscordRegistrationService, 'status'>;
}

const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off');

/** Whether announcements arrive at Discord and commands are answered, unless they are turned off. */
export async function discordHealth({
  discordRegistration,
  clock,
}: DiscordStatusReader & { clock: Clock }): Promise<Finding> {
  const { announcements, trouble, commands, missing, last, failure } = await discordRegistration.status();
  if (trouble) return warning(trouble);
  if (missing) return warning(`Commands are off: the setting ${missing} is empty.`);
  const isRecent = failure && clock.now().getTime() - failure.at.getTime() < FAILURE_MS;
  if (commands && isRecent && (!last || failure.at >= last.at))
    return warning(`The last command failed on ${formatDate(failure.at.toISOString())}: ${failure.reason}.`);
  const latest =
    commands && last ? `, the last one /${last.command} on ${formatDate(last.at.toISOString())}` : '';
  return healthy(`Announcements are ${onOrOff(announcements)}, commands ${onOrOff(commands)}${latest}.`);
}
