import type { Scan } from '../../contract/admin/duplicates.ts';
import type { DuplicateScanService } from './duplicate-scan.service.ts';

/**
 * Brings a scan for duplicates to its end, step by step; where it stands after each. Whoever stops reading stops the
 * work there, and anybody may go on with it.
 *
 * @param service the service for one step, with a scope of its own
 * @throws DomainError not_found for an unknown scan.
 */
export async function* continueScan(
  service: () => DuplicateScanService,
  scanId: number,
): AsyncGenerator<Scan> {
  let more = true;
  while (more) {
    const scans = service();
    more = await scans.next(scanId);
    yield await scans.status();
  }
}
