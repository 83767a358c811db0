import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { type BackupOptions, backUp } from '../../db/backup/backup.ts';
import type { Manifest } from '../../db/backup/manifest.ts';
import { type Contents, contentsOf, type RestoreOptions, restore } from '../../db/backup/restore.ts';
import { tablesOf } from '../../db/backup/schema.ts';
import { appUserOf, type DatabaseUrls } from '../../db/connecting/app-user.ts';
import { isSiteRunning } from '../../db/inspect.ts';
import { conflict } from '../../lib/errors.ts';
import { makeFolder } from '../../lib/process/make-folder.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { Service } from '../service.ts';

/** A backup or restore that is complete, whether the audit could record it or not. */
export interface Recording {
  /** Why the audit lacks it. */
  unrecorded?: unknown;
}

interface WrittenBackup extends Recording {
  manifest: Manifest;
}

/** Writes the whole database to a file, and restores it. */
export class BackupService extends Service<{ orm: MikroORM; database: DatabaseUrls; audit: AuditService }> {
  /** The default path of a new backup, named after the current time; makes its folder. */
  newFile(): string {
    const { config, clock } = this.deps;
    const folder = path.join(config.dataDir, 'backups');
    makeFolder(folder);
    const moment = clock.now().toISOString().slice(0, 19).replaceAll(':', '');
    return path.join(folder, `marketdex-${moment}Z.tar.gz`);
  }

  /** @see backUp */
  async write(file: string, onProgress: NonNullable<BackupOptions['onProgress']>): Promise<WrittenBackup> {
    const { orm, database } = this.deps;
    const manifest = await backUp({ url: database.url, tables: tablesOf(orm), file, onProgress });
    return { manifest, ...(await this.#record('database.backed-up', file)) };
  }

  /** @throws DomainError conflict while servers or workers run: they would continue with what they know of the old data. */
  async requireStoppedSite(): Promise<void> {
    if (await isSiteRunning(this.deps.em))
      throw conflict(
        'SITE_RUNNING',
        'Servers or workers are running on this database: stop them, and try again. Nothing was changed.',
      );
  }

  /** What a restore would replace. @see contentsOf */
  replaced(): Promise<Contents> {
    return contentsOf(this.#ownerUrl);
  }

  /**
   * Restores a backup while the site is stopped: at the beginning, and until the commit.
   *
   * @throws DomainError conflict as `requireStoppedSite` does; errors of `restore`
   */
  async restore(
    file: string,
    manifest: Manifest,
    callbacks: Pick<RestoreOptions, 'onProgress' | 'onCommit'>,
  ): Promise<Recording> {
    const { database } = this.deps;
    await restore({
      url: this.#ownerUrl,
      appUser: appUserOf(database),
      file,
      manifest,
      check: () => this.requireStoppedSite(),
      ...callbacks,
    });
    return this.#record('database.restored', file, { written: manifest.created });
  }

  /** Without a record, a backup still counts: one is needed most while the database cannot save anything. */
  async #record(action: string, file: string, detail?: Record<string, unknown>): Promise<Recording> {
    try {
      await this.deps.audit.record(action, { target: path.basename(file), ...(detail && { detail }) });
      return {};
    } catch (unrecorded) {
      return { unrecorded };
    }
  }

  /** The address for changes of the tables. */
  get #ownerUrl(): string {
    const { url, ownerUrl } = this.deps.database;
    return ownerUrl ?? url;
  }
}
