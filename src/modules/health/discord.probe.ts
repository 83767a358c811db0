import { DAY_MS, formatDate } from '../../contract/shared/dates.ts';
import type { Clock } from '../../lib/clock.ts';
import type { DiscordRegistrationService } from '../discord/commands/discord-registration.service.ts';
import { type Finding, healthy, warning } from './finding.ts';

/** An older failure is not reported. */
const FAILURE_MS = DAY_MS;

export interface DiscordStatusReader {
  discordRegistration: Pick<DiscordRegistrationService, 'status'>;
}

const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off');
const dayOf = (at: Date): string => formatDate(at.toISOString().slice(0, 10));

/** Whether commands at Discord are answered, unless they are turned off. */
export async function discordHealth({
  discordRegistration,
  clock,
}: DiscordStatusReader & { clock: Clock }): Promise<Finding> {
  const { announcements, commands, missing, last, failure } = await discordRegistration.status();
  if (missing) return warning(`Commands are off: the setting ${missing} is empty.`);
  const isRecent = failure && clock.now().getTime() - failure.at.getTime() < FAILURE_MS;
  if (commands && isRecent && (!last || failure.at >= last.at))
    return warning(`The last command failed on ${dayOf(failure.at)}: ${failure.reason}.`);
  const latest = commands && last ? `, the last one /${last.command} on ${dayOf(last.at)}` : '';
  return healthy(`Announcements are ${onOrOff(announcements)}, commands ${onOrOff(commands)}${latest}.`);
}
