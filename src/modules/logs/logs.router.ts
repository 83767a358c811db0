import {
  zLogContent,
  zLogContext,
  zLogCount,
  zLogCounts,
  zLogFiles,
  zLogLines,
  zLogList,
  zLogs,
} from '../../contract/admin/logs.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { zNothing } from '../../contract/shared/primitives.ts';
import { adminProcedure, rest, t } from '../../trpc/procedures.ts';
import { type Actor, actorName } from '../actor.ts';
import { listLogFiles, readLogFile } from './log-files.ts';

/** The filter of a call, with the account whose reads are left out. */
const filterOf = <Filter extends object>(
  actor: Actor,
  { hideOwnReads, ...filter }: Filter & { hideOwnReads?: boolean | undefined },
) => ({ ...filter, hideReadsOf: hideOwnReads ? actorName(actor) : null });

/** The log of the site, for admins (docs/api.md "Admin"). */
export const logsRouter = t.router({
  files: adminProcedure
    .meta(rest('GET', '/logs/files', 'List the log files, the most recently written first'))
    .input(zNothing)
    .output(zLogFiles)
    .query(async ({ ctx }) => ({ files: await listLogFiles(ctx.runtime.config.dataDir) })),

  content: adminProcedure
    .meta(rest('GET', '/logs/content/{file}', 'Get the last lines of a log file'))
    .input(zLogContent)
    .output(zLogLines)
    .query(async ({ ctx, input: { file, lines = LIMITS.logs.default } }) => ({
      file,
      lines: await readLogFile(ctx.runtime.config.dataDir, file, lines),
    })),

  category: adminProcedure
    .meta(
      rest('GET', '/logs/category/{category}', 'List the lines of a category or of all, the newest first'),
    )
    .input(zLogList)
    .output(zLogs)
    .query(async ({ ctx, input: { limit = LIMITS.logs.default, before, ...filter } }) => ({
      logs: await ctx.services.logs.newest(filterOf(ctx.actor, filter), limit, before),
    })),

  counts: adminProcedure
    .meta(rest('GET', '/logs/counts', 'Count the lines of each category'))
    .input(zLogCounts)
    .output(zLogCount)
    .query(async ({ ctx, input }) => ({
      counts: await ctx.services.logs.counts(filterOf(ctx.actor, input)),
    })),

  context: adminProcedure
    .input(zLogContext)
    .output(zLogs)
    .query(async ({ ctx, input }) => ({ logs: await ctx.services.logs.around(input.id) })),
});
