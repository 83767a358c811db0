import { z } from 'zod';
import { isCalendarDate } from '../shared/dates.ts';
import { LIMITS } from '../shared/limits.ts';
import { momentOf } from '../shared/moments.ts';
import { notAllowed, zMoment, zOneOf, zQueryBool, zQueryInt, zText } from '../shared/primitives.ts';
import { recordFor } from '../shared/record.ts';

/** The tabs of the log screen. `discord` is for the Discord integration. */
export const LOG_CATEGORIES = ['database', 'security', 'api', 'errors', 'discord', 'general'] as const;
export type LogCategory = (typeof LOG_CATEGORIES)[number];

/** What a list or the live log can show: one category, or all of them. */
export const LOG_SCOPES = ['all', ...LOG_CATEGORIES] as const;
export type LogScope = (typeof LOG_SCOPES)[number];

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'] as const;

/** A log line. The format is the same in files, in the database, in the live log and in the export. */
export const zLogEntry = z.object({
  /** UUIDv7: identifies the line and sorts by time across processes. */
  id: z.string(),
  /** Not validated: files can have been edited. */
  timestamp: z.string().meta({ format: 'date-time' }),
  level: z.string(),
  category: z.enum(LOG_CATEGORIES),
  message: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  user: z.string().nullable(),
  ip: z.string().nullable(),
});
export type LogEntry = z.infer<typeof zLogEntry>;

/** The target of a line about an account that does not exist: what was typed may be a password. */
export const UNKNOWN_ACCOUNT = 'unknown account';

/** A date, or a date and time with optional seconds and time zone (default UTC). */
const zWhen = (what: string) =>
  z
    .string()
    .max(40)
    .refine((text) => isCalendarDate(text) || momentOf(text) !== null, {
      error: `${what} must be a date and time like 2026-03-12T18:00 or a date like 2026-03-12`,
    });

/** Part of a text, which may have any character except the sign for bytes that are not UTF-8. */
const zPart = (what: string, max: number) =>
  zText(what, max).refine((text) => !text.includes('\ufffd'), notAllowed(what));

/** Filters of log lines, shared by the screen, the export and the command line. */
export const logFilters = {
  /** `all` includes every level. */
  level: zOneOf('level', ['all', ...LOG_LEVELS]).optional(),
  startDate: zWhen('startDate').optional(),
  /** A date includes the whole day. */
  endDate: zWhen('endDate').optional(),
  /** Part of the message or metadata, case-insensitive. */
  search: zPart('search', LIMITS.logs.search).optional(),
  /** Part of the name of who acted or of what the action concerned, case-insensitive. */
  user: zPart('user', LIMITS.name.max).optional(),
};

/** Filters of the screen, in addition to those that exports have. */
const screenFilters = {
  ...logFilters,
  /** Leaves out the caller's own successful queries and subscriptions: pages that stay up to date make many. */
  hideOwnReads: zQueryBool('hideOwnReads').optional(),
};

const zLineId = z.uuid({ error: 'A log line id looks like 019a8d2e-5b1c-7000-8000-0123456789ab' });

export const zLogList = z.strictObject({
  category: zOneOf('category', LOG_SCOPES),
  ...screenFilters,
  limit: zQueryInt('limit', 1, LIMITS.logs.max).meta({ default: LIMITS.logs.default }).optional(),
  /** Only lines older than this one, for the next page. */
  before: zLineId.optional(),
});

export const zLogs = z.object({ logs: z.array(zLogEntry) });

export const zLogCounts = z.strictObject(screenFilters);

/** Matching lines of each category; `LIMITS.logs.counted` means that or more. */
export const zLogCount = z.object({
  counts: z.object(recordFor(LOG_CATEGORIES, () => z.number())),
});
export type LogCounts = z.infer<typeof zLogCount>['counts'];

/** Lines of all categories around a line, oldest first. */
export const zLogContext = z.strictObject({ id: zLineId });

const zLogFile = z.object({
  name: z.string(),
  category: z.enum(LOG_CATEGORIES),
  /** Bytes. */
  size: z.number(),
  modified: zMoment,
});
export type LogFile = z.infer<typeof zLogFile>;
export const zLogFiles = z.object({ files: z.array(zLogFile) });

export const zLogContent = z.strictObject({
  file: zText('file', 100).min(1, { error: 'file is required' }),
  lines: zQueryInt('lines', 1, LIMITS.logs.max).meta({ default: LIMITS.logs.default }).optional(),
});
export const zLogLines = z.object({ file: z.string(), lines: z.array(zLogEntry) });

/** Socket events from the live log to its clients (docs/api.md "Live updates"). */
export interface LiveLogEvents {
  'log-update': (update: { category: LogCategory; log: LogEntry }) => void;
}
