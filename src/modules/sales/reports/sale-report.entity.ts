import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { REPORT_OUTCOMES, REPORT_REASONS } from '../../../contract/reports/report-values.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { uniqueIndex } from '../../../db/tables/indexes.ts';
import { byAccount } from '../../identity/account.entity.ts';
import { Sale } from '../sale.entity.ts';

/** A player's report that an approved sale is wrong. It is open until it has an outcome, which never changes. */
export const SaleReport = defineEntity({
  name: 'SaleReport',
  tableName: 'sale_report',
  checks: [
    { name: 'sale_report_decided_check', expression: `("outcome" is null) = ("decided_at" is null)` },
    { name: 'sale_report_duplicate_check', expression: `"duplicate_of" is null or "reason" = 'duplicate'` },
  ],
  indexes: [
    uniqueIndex(
      'sale_report_open_unique',
      '"sale_report" ("sale_id", "reporter_id") where "outcome" is null',
    ),
    { name: 'sale_report_reporter_index', properties: ['reporter', 'reportId'] },
  ],
  properties: {
    reportId: p.integer().primary(),
    sale: () => p.manyToOne(Sale).joinColumn('sale_id').index('sale_report_sale_id_index'),
    /** The version of the sale that was reported. */
    saleVersion: p.integer(),
    reporter: () => byAccount('reporter_id'),
    reason: p.enum([...REPORT_REASONS]),
    comment: p.string().length(LIMITS.reportComment.max).nullable(),
    /** Without a foreign key, which would lock a second sale. */
    duplicateOf: p.integer().nullable(),
    reportedAt: p.datetime(3).defaultRaw('now()'),
    outcome: p.enum([...REPORT_OUTCOMES]).nullable(),
    decidedAt: p.datetime(3).nullable(),
    /** Null when the sale left the market by other means than a decision on its reports. */
    decidedBy: () => byAccount('decided_by'),
    decisionComment: p.string().length(LIMITS.reportComment.max).nullable(),
  },
});
export type SaleReport = InferEntity<typeof SaleReport>;
