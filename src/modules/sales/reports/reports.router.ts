import {
  zDecideReports,
  zNewReport,
  zOwnReport,
  zOwnReportList,
  zOwnReportPage,
  zReportsDecided,
} from '../../../contract/reports/reports.ts';
import { checkerProcedure, rest, t, userProcedure } from '../../../trpc/procedures.ts';

export const reportsRouter = t.router({
  create: userProcedure
    .meta({ ...rest('POST', '/reports', 'Report an approved sale'), mayBeMissing: true })
    .input(zNewReport)
    .output(zOwnReport)
    .mutation(({ ctx, input }) => ctx.services.reports.create(input)),

  mine: userProcedure
    .meta(rest('GET', '/reports', 'List your own reports'))
    .input(zOwnReportList)
    .output(zOwnReportPage)
    .query(({ ctx, input: { sale_id, ...request } }) => ctx.services.reports.mine(sale_id, request)),

  decide: checkerProcedure
    .meta(rest('PATCH', '/reports/sale/{id}', 'Decide the open reports of a sale'))
    .input(zDecideReports)
    .output(zReportsDecided)
    .mutation(({ ctx, input }) => ctx.services.reports.decide(input)),
});
