import { LockMode } from '@mikro-orm/postgresql';
import { isInProgress, type Scan } from '../../contract/admin/duplicates.ts';
import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import { LONG_STATEMENT_MS } from '../../db/connections.ts';
import { withStatementLimit } from '../../db/statement-limit.ts';
import { notFound } from '../../lib/errors.ts';
import { scanDuplicates } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import { actorName } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { RequestScope } from '../scope.ts';
import { DuplicateScan } from './duplicate-scan.entity.ts';
import type { DuplicateQueries } from './duplicates.queries.ts';

const noScan = () => notFound('scan');

/** A scan takes a step for each kind. */
const STEPS = SALE_KINDS.length;

const moment = (at: string | null) => at && new Date(at).toISOString();

const NEVER: Scan = {
  job_id: null,
  status: 'never',
  progress: 0,
  started_at: null,
  scanned_at: null,
  error: null,
};

interface Deps extends RequestScope {
  duplicateQueries: DuplicateQueries;
  audit: AuditService;
}

/** Looks for sales that were entered more than once, one scan at a time (docs/product.md "Screens"). */
export class DuplicateScanService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Asks for a scan, which a job does step by step (`next`). While one is under way there is no second: that one is
   * answered, and a job asked for again, in case its own was lost.
   *
   * @returns the id of the scan
   */
  async start(): Promise<number> {
    const { em } = this.#deps;
    return em.transactional(async () => {
      const scan_id = (await this.#deps.duplicateQueries.scanUnderWay()) ?? (await this.#open());
      await enqueue(em, scanDuplicates, { scan_id });
      return scan_id;
    });
  }

  /** Where the newest scan stands. */
  async status(): Promise<Scan> {
    const newest = await this.#deps.duplicateQueries.newestScan();
    if (!newest) return NEVER;
    const { scan_id, status, progress, started, scanned_at, error } = newest;
    return {
      job_id: String(scan_id),
      status,
      progress,
      started_at: moment(started),
      scanned_at: moment(scanned_at),
      error,
    };
  }

  /**
   * Takes the next step of a scan, in one transaction: the groups of a kind, and how far it has come. Any number of
   * processes may do so at once, and each may be killed at any moment: they take turns at the scan's row, so no group
   * is found twice or left out. The last step puts the scan in the place of the one before.
   *
   * @returns whether there is more to do
   * @throws DomainError not_found for an unknown scan.
   */
  async next(scanId: number): Promise<boolean> {
    const { em, clock } = this.#deps;
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

  /** Gives a scan up: the groups of the one before stay. Does nothing to a finished one. */
  async giveUp(scanId: number, error: string): Promise<void> {
    const { em, clock } = this.#deps;
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
    if (kind) await this.#deps.duplicateQueries.find(scan.scanId, kind);
    scan.progress = Math.min(1, (step + 1) / STEPS);
    if (scan.progress < 1) return;
    await this.#deps.duplicateQueries.forgetOthers(scan.scanId);
    scan.status = 'done';
    scan.finished = this.#deps.clock.now();
  }

  /** Opens a scan; somebody else's that was opened at the same moment is as good. */
  async #open(): Promise<number> {
    const { actor, clock } = this.#deps;
    const scan_id = await this.#deps.duplicateQueries.openScan(actorName(actor), clock.now());
    if (scan_id === null) return (await this.#deps.duplicateQueries.scanUnderWay()) ?? this.#open();
    await this.#deps.audit.record({ action: 'duplicates.scan-started', detail: { scan_id } });
    return scan_id;
  }

  async #lock(scanId: number): Promise<DuplicateScan> {
    const scan = await this.#deps.em.findOne(
      DuplicateScan,
      { scanId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!scan) throw noScan();
    return scan;
  }
}
