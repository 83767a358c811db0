import { LockMode } from '@mikro-orm/postgresql';
import type { Scan } from '../../contract/admin/duplicates.ts';
import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import { isInProgress } from '../../contract/shared/run-status.ts';
import { query, values } from '../../db/query.ts';
import { withLongStatements } from '../../db/statement-limit.ts';
import { notFound } from '../../lib/errors.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import { actorName } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Service } from '../service.ts';
import { DuplicateScan } from './duplicate-scan.entity.ts';
import { findGroups } from './duplicates.queries.ts';

/** A scan has one step per kind. */
const STEPS = SALE_KINDS.length;

const NEVER: Scan = {
  job_id: null,
  status: 'never',
  progress: 0,
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
      const scan_id = (await this.#underWay()) ?? (await this.#open());
      await enqueue(em, JOBS.scanDuplicates, { scan_id });
      return scan_id;
    });
  }

  /** The status of the newest scan. */
  async status(): Promise<Scan> {
    const [scan] = await query(this.deps.em)<Scan>`
      select scan_id::text as job_id, status, progress, error,
        (select max(finished) from duplicate_scan where status = 'done') as scanned_at
      from duplicate_scan order by scan_id desc limit 1`;
    return scan ?? NEVER;
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
    return withLongStatements(em, async () => {
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
    await query(this.deps.em)`delete from duplicate_group where scan_id <> ${scan.scanId}`;
    scan.status = 'done';
    scan.finished = this.deps.clock.now();
  }

  async #underWay(): Promise<number | undefined> {
    const [open] = await values(this.deps.em)<number>`
      select scan_id from duplicate_scan where status in ('waiting', 'running')`;
    return open;
  }

  /** Opens a scan, or returns one that another process opened at the same time. */
  async #open(): Promise<number> {
    const { em, actor, clock } = this.deps;
    const [scan_id] = await values(em)<number>`
      insert into duplicate_scan (status, requested_name, created)
      values ('waiting', ${actorName(actor)}, ${clock.now()}) on conflict do nothing returning scan_id`;
    if (scan_id === undefined) return (await this.#underWay()) ?? this.#open();
    await this.deps.audit.record('duplicates.scan-started', { detail: { scan_id } });
    return scan_id;
  }

  async #lock(scanId: number): Promise<DuplicateScan> {
    const scan = await this.deps.em.findOne(
      DuplicateScan,
      { scanId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!scan) throw notFound('scan');
    return scan;
  }
}

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
