import type { Scan } from '../../contract/admin/duplicates.ts';
import type { DuplicateScanService } from './duplicate-scan.service.ts';

/**
 * Runs a scan for duplicates to its end and yields its status after each step. When the consumer stops iterating, the
 * scan pauses there; any process can resume it.
 *
 * @param service creates the service for one step, with a separate request scope
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
