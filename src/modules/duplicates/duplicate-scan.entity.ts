import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import { RUN_STATUSES } from '../../contract/shared/run-status.ts';
import { uniqueIndex } from '../../db/tables/indexes.ts';

/** One search for duplicates; at most one is open at a time. */
export const DuplicateScan = defineEntity({
  name: 'DuplicateScan',
  tableName: 'duplicate_scan',
  indexes: [
    uniqueIndex(
      'duplicate_scan_open_unique',
      `"duplicate_scan" ((true)) where "status" in ('waiting', 'running')`,
    ),
  ],
  properties: {
    scanId: p.integer().primary(),
    status: p.enum([...RUN_STATUSES]).default('waiting'),
    /** 0 to 1. */
    progress: p.float().default(0),
    /** The actor that requested it: an account, an operator, or the nightly job. */
    requestedName: p.string().length(120).nullable(),
    created: p.datetime(3).defaultRaw('now()'),
    started: p.datetime(3).nullable(),
    finished: p.datetime(3).nullable(),
    error: p.text().nullable(),
  },
});
export type DuplicateScan = InferEntity<typeof DuplicateScan>;

/** Sales that a scan found to be duplicates of each other. */
export const DuplicateGroup = defineEntity({
  name: 'DuplicateGroup',
  tableName: 'duplicate_group',
  indexes: [{ name: 'duplicate_group_scan_index', properties: ['scan', 'kind', 'groupId'] }],
  properties: {
    groupId: p.bigint('number').primary(),
    scan: () => p.manyToOne(DuplicateScan).joinColumn('scan_id').deleteRule('cascade'),
    kind: p.enum([...SALE_KINDS]),
    /** Unordered. */
    saleIds: p.array().columnType('int[]').$type<number[]>(),
  },
});

/** Sales that an admin found to be different, however alike. A group of them is listed again when a further sale joins it. */
export const NotDuplicates = defineEntity({
  name: 'NotDuplicates',
  tableName: 'not_duplicates',
  properties: {
    dismissalId: p.integer().primary(),
    saleIds: p.array().columnType('int[]').$type<number[]>(),
  },
});
