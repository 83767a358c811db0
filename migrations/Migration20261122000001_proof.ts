import { Migration } from '@mikro-orm/migrations';

const PROOF_INDEXES = [
  ['sale_item_proof_index', 'item', 'is not null'],
  ['sale_item_no_proof_index', 'item', 'is null'],
  ['sale_pokemon_proof_index', 'pokemon', 'is not null'],
  ['sale_pokemon_no_proof_index', 'pokemon', 'is null'],
] as const;

export class Migration20261122000001_proof extends Migration {
  override name = 'Migration20261122000001_proof';

  override up(): void | Promise<void> {
    for (const [name, kind, condition] of PROOF_INDEXES)
      this.addSql(
        `create index "${name}" on "sale" ("date_sold" desc, "sale_id" desc) include ("price") where "proof_url" ${condition} and "kind" = '${kind}' and "status" = 'approved' and "deleted_at" is null;`,
      );
  }

  override down(): void | Promise<void> {
    for (const [name] of PROOF_INDEXES) this.addSql(`drop index "${name}";`);
  }
}
