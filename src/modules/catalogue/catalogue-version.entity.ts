import { defineEntity, p } from '@mikro-orm/core';

export const CatalogueVersionSchema = defineEntity({
  name: 'CatalogueVersion',
  tableName: 'catalogue_version',
  checks: [{ name: 'catalogue_version_single_row', expression: '"id" = 1' }],
  properties: {
    id: p.smallint().primary().autoincrement(false),
    /** SHA-256 of the catalogue file whose content the tables hold, in hex. */
    hash: p.string().length(64),
  },
});

/** The one row that says which catalogue file was loaded last. */
export class CatalogueVersion extends CatalogueVersionSchema.class {}
CatalogueVersionSchema.setClass(CatalogueVersion);
