import { LockMode } from '@mikro-orm/postgresql';
import type { Scan } from '../../contract/admin/duplicates.ts';
import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import { isInProgress } from '../../contract/shared/run-status.ts';
import { LONG_STATEMENT_MS } from '../../db/connecting/connections.ts';
import { withStatementLimit } from '../../db/statement-limit.ts';
import { notFound } from '../../lib/errors.ts';
import { scanDuplicates } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import { actorName } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Service } from '../service.ts';
import { DuplicateScan } from './duplicate-scan.entity.ts';
import { deleteOtherGroups, findGroups, newestScan, openScan, scanUnderWay } from './duplicates.queries.ts';

const noScan = () => notFound('scan');

/** A scan has one step per kind. */
const STEPS = SALE_KINDS.length;

const NEVER: Scan = {
  job_id: null,
  status: 'never',
  progress: 0,
  started_at: null,
  scanned_at: null,
  error: null,
};

/** Scans for sales that were entered more than once, one scan at a time. */
export class DuplicateScanService extends Service<{ audit: AuditService }> {
  /**
   * Requests a scan, which a job runs step by step (`next`). While a scan is open, no second one is started; its job is
   * enqueued again in case it was lost.
   *
   * @returns the id of the open scan
   */
  async start(): Promise<number> {
    const { em } = this.deps;
    return em.transactional(async () => {
      const scan_id = (await scanUnderWay(em)) ?? (await this.#open());
      await enqueue(em, scanDuplicates, { scan_id });
      return scan_id;
    });
  }

  /** The status of the newest scan. */
  async status(): Promise<Scan> {
    return (await newestScan(this.deps.em)) ?? NEVER;
  }

  /**
   * Runs the next step of a scan in one transaction: it stores the groups of one kind and the progress. Any number of
   * processes may do so concurrently, and each may be killed at any time: the lock on the scan's row ensures that no
   * group is found twice or left out. The last step replaces the previous scan.
   *
   * @returns whether steps remain
   * @throws DomainError not_found for an unknown scan.
   */
  async next(scanId: number): Promise<boolean> {
    const { em, clock } = this.deps;
    return withStatementLimit(em, LONG_STATEMENT_MS, async () => {
      const scan = await this.#lock(scanId);
      if (scan.status === 'waiting') {
        scan.status = 'running';
        scan.started = clock.now();
      } else if (scan.status === 'running') {
        await this.#step(scan);
      }
      await em.flush();
      return isInProgress(scan.status);
    });
  }

  /** Marks a scan as failed and keeps the groups of the previous one. Does nothing to a finished scan. */
  async giveUp(scanId: number, error: string): Promise<void> {
    const { em, clock } = this.deps;
    await em.transactional(async () => {
      const scan = await this.#lock(scanId);
      if (!isInProgress(scan.status)) return;
      em.assign(scan, { status: 'failed', finished: clock.now(), error });
      await em.flush();
    });
  }

  async #step(scan: DuplicateScan): Promise<void> {
    const step = Math.round(scan.progress * STEPS);
    const kind = SALE_KINDS[step];
    if (kind) await findGroups(this.deps.em, scan.scanId, kind);
    scan.progress = Math.min(1, (step + 1) / STEPS);
    if (scan.progress < 1) return;
    await deleteOtherGroups(this.deps.em, scan.scanId);
    scan.status = 'done';
    scan.finished = this.deps.clock.now();
  }

  /** Opens a scan, or returns one that another process opened at the same time. */
  async #open(): Promise<number> {
    const { em, actor, clock } = this.deps;
    const scan_id = await openScan(em, actorName(actor), clock.now());
    if (scan_id === null) return (await scanUnderWay(em)) ?? this.#open();
    await this.deps.audit.record({ action: 'duplicates.scan-started', detail: { scan_id } });
    return scan_id;
  }

  async #lock(scanId: number): Promise<DuplicateScan> {
    const scan = await this.deps.em.findOne(
      DuplicateScan,
      { scanId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!scan) throw noScan();
    return scan;
  }
}
