import { Migration } from '@mikro-orm/migrations';

const TABLES = ['ability', 'item', 'species'] as const;

/** Names are searched in memory and compared in lower case, so nothing has read these trigram indexes. */
export class Migration20261122000010_name_indexes extends Migration {
  override name = 'Migration20261122000010_name_indexes';

  override up(): void | Promise<void> {
    for (const table of TABLES) this.addSql(`drop index "${table}_name_trgm";`);
  }

  override down(): void | Promise<void> {
    for (const table of TABLES)
      this.addSql(`create index "${table}_name_trgm" on "${table}" using gin ("name" gin_trgm_ops);`);
  }
}
