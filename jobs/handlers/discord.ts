import { systemServices } from '../../src/modules/services.ts';
import { announceAtDiscord } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Platform } from '../../src/runtime/runtime.ts';

/** The job that tells a channel at Discord what is new, where there is a webhook. */
export const discordHandlers = (platform: Platform): JobHandler[] => [
  handle(announceAtDiscord, (_payload, { signal }) =>
    systemServices(platform, 'announcements').discord.announce(signal),
  ),
];
