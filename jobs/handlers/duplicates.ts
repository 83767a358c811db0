import { continueScan } from '../../src/modules/duplicates/scan-run.ts';
import { scanDuplicates, scanDuplicatesNightly } from '../../src/queue/definitions.ts';
import { handle, isLasting, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { systemServices } from '../../src/runtime/services.ts';

/** The jobs that scan for duplicates. */
export function duplicateHandlers(runtime: Runtime): JobHandler[] {
  const scans = () => systemServices(runtime, 'nightly scan').duplicateScan;
  return [
    handle(scanDuplicates, async ({ scan_id }, { attempt, signal }) => {
      try {
        signal.throwIfAborted();
        for await (const _step of continueScan(scans, scan_id)) signal.throwIfAborted();
      } catch (error) {
        // No further attempt follows. Marking the scan as failed shows it to admins, who can start another.
        if (attempt >= scanDuplicates.attempts && !isLasting(error))
          await scans().giveUp(scan_id, 'The scan failed. See the log for details.');
        throw error;
      }
    }),

    handle(scanDuplicatesNightly, async () => {
      await scans().start();
    }),
  ];
}
