import { announceAtDiscord } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { systemServices } from '../../src/runtime/services.ts';

/** The job that posts announcements to Discord when a webhook is configured. */
export const discordHandlers = (runtime: Runtime): JobHandler[] => [
  handle(announceAtDiscord, (_payload, { signal }) =>
    systemServices(runtime, 'announcements').discord.announce(signal),
  ),
];
