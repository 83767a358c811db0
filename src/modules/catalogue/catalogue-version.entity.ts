import { defineEntity, p } from '@mikro-orm/core';

/** The single row that identifies the catalogue file loaded last. */
export const CatalogueVersionSchema = defineEntity({
  name: 'CatalogueVersion',
  tableName: 'catalogue_version',
  checks: [{ name: 'catalogue_version_single_row', expression: '"id" = 1' }],
  properties: {
    id: p.smallint().primary().autoincrement(false),
    /** SHA-256 of the loaded catalogue file, in hex. */
    hash: p.string().length(64),
  },
});
