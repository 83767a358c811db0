import path from 'node:path';
import { type BackupOptions, backUp } from '../../db/backup/backup.ts';
import type { Manifest } from '../../db/backup/manifest.ts';
import { type ReadProgress, restore } from '../../db/backup/restore.ts';
import { tablesOf } from '../../db/backup/schema.ts';
import { databaseUrlOf } from '../../db/database.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Scope } from '../scope.ts';

/** Everything that the database holds, into a file and back. */
export class BackupService {
  readonly #scope: Scope;
  readonly #audit: AuditService;

  constructor(scope: Scope, audit: AuditService) {
    this.#scope = scope;
    this.#audit = audit;
  }

  /** Where a backup goes that nobody named a file for: its moment is its name. */
  get newFile(): string {
    const { config, clock } = this.#scope;
    const moment = clock.now().toISOString().slice(0, 19).replaceAll(':', '');
    return path.join(config.dataDir, 'backups', `marketdex-${moment}Z.tar.gz`);
  }

  /** @see backUp */
  async write(file: string, onProgress: NonNullable<BackupOptions['onProgress']>): Promise<Manifest> {
    const { orm } = this.#scope;
    const manifest = await backUp({ url: databaseUrlOf(orm), tables: tablesOf(orm), file, onProgress });
    await this.#audit.record({ action: 'database.backed-up', target: path.basename(file) });
    return manifest;
  }

  /** @see restore */
  async restore(file: string, manifest: Manifest, onProgress: ReadProgress): Promise<void> {
    await restore({ url: databaseUrlOf(this.#scope.orm), file, manifest, onProgress });
    const detail = { written: manifest.created };
    await this.#audit.record({ action: 'database.restored', target: path.basename(file), detail });
  }
}
