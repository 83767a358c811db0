import { announceAtDiscord } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { systemServices } from '../../src/runtime/services.ts';

/** The job that tells a channel at Discord what is new, where there is a webhook. */
export const discordHandlers = (runtime: Runtime): JobHandler[] => [
  handle(announceAtDiscord, (_payload, { signal }) =>
    systemServices(runtime, 'announcements').discord.announce(signal),
  ),
];
