import { logHeads, sealHistory as seal } from '../../src/modules/audit/seal-history.ts';
import {
  announceAtDiscord,
  logHistoryHeads,
  resumeReturns,
  scanDuplicatesNightly,
  sealHistory,
} from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { systemServices } from '../../src/runtime/services.ts';

/** Jobs of a schedule that start or continue what modules do. */
export const scheduledHandlers = (runtime: Runtime): JobHandler[] => [
  // When a webhook is configured.
  handle(announceAtDiscord, (_payload, { signal }) =>
    systemServices(runtime, 'announcements').discord.announce(signal),
  ),
  handle(sealHistory, async (_payload, { signal }) => {
    await seal(runtime.orm.em.fork(), signal);
  }),
  handle(logHistoryHeads, () => logHeads(runtime.orm.em.fork(), runtime.logger)),
  handle(scanDuplicatesNightly, async () => {
    await systemServices(runtime, 'nightly scan').duplicateScan.start();
  }),
  handle(resumeReturns, () => systemServices(runtime, 'return of approvals').reviewerAudit.resume()),
];
