import type { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { zSpriteVariant } from '../../contract/admin/admin.ts';
import { zImageLink } from '../../contract/sale/image-links.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { zName, zQueryInt } from '../../contract/shared/primitives.ts';
import { describeIssues } from '../../contract/shared/validation.ts';
import { values } from '../../db/query.ts';
import type { AuditService } from '../audit/audit.service.ts';
import {
  type CheckedLine,
  type CsvImport,
  type ImportReport,
  importCsv,
  optionalCell,
} from '../csv-import.ts';
import { Service } from '../service.ts';
import type { CheckedSprite, SpriteAdminService } from './sprite-admin.service.ts';

const zLine = z.object({
  pokemon_id: optionalCell(zQueryInt('pokemon_id', 1, LIMITS.id.max)),
  pokemon_name: zName('pokemon_name'),
  variant: zSpriteVariant('variant'),
  imgur_url: zImageLink('imgur_url'),
});
const REQUIRED = ['pokemon_name', 'variant', 'imgur_url'];

/** Inserts the sprites that do not exist yet. If a variant occurs twice, the first row is used. */
async function addSprites(em: EntityManager, sprites: readonly CheckedSprite[]): Promise<number> {
  const given = JSON.stringify(sprites.map((sprite, place) => ({ place, ...sprite })));
  const added = await values(em)<number>`
    insert into sprite (pokemon_id, pokemon_name, variant, imgur_url)
    select "pokemonId", "pokemonName", variant, "imgurUrl" from jsonb_to_recordset(${given}::jsonb)
      as row (place int, "pokemonId" int, "pokemonName" text, variant text, "imgurUrl" text) order by place
    on conflict (pokemon_id, lower(variant)) do nothing returning pokemon_id`;
  return added.length;
}

/** Imports pictures of pokemon from a file. */
export class SpriteImportService extends Service<{ spriteAdmin: SpriteAdminService; audit: AuditService }> {
  /**
   * Adds sprites from a CSV with the columns `pokemon_name`, `variant`, `imgur_url` and, optionally, `pokemon_id`.
   * The rules of the admin form apply; existing sprites are not changed. See `importCsv` for transactions and dry
   * runs.
   */
  run(csv: Readable, { dryRun }: { dryRun: boolean }): Promise<ImportReport> {
    const rows: CsvImport<CheckedSprite> = {
      columns: ['pokemon_id', ...REQUIRED],
      required: REQUIRED,
      nameColumn: 'pokemon_name',
      check: (record) => this.#check(record),
      add: addSprites,
    };
    return importCsv(this.deps.em, csv, rows, dryRun, async ({ added, exists, refused }) => {
      if (added === 0) return;
      await this.deps.audit.record('sprites.imported', {
        detail: { added, exists, refused: refused.length },
      });
    });
  }

  #check(record: Record<string, string>): CheckedLine<CheckedSprite> {
    const { data, error } = zLine.safeParse(record);
    if (error) return { errors: describeIssues(error) };
    const resolved = this.deps.spriteAdmin.resolve(data);
    return resolved.ok ? { row: resolved.value } : resolved;
  }
}
