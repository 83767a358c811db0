import { z } from 'zod';
import { isCalendarDate } from '../shared/dates.ts';
import { LIMITS } from '../shared/limits.ts';
import { zOneOf, zQueryInt, zText } from '../shared/primitives.ts';

/** docs/product.md "Screens". `discord` is the chat bot's. */
export const LOG_CATEGORIES = ['database', 'security', 'api', 'errors', 'discord', 'general'] as const;
export type LogCategory = (typeof LOG_CATEGORIES)[number];

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line of the log, the same in files, in the database, live and in the export. */
export const zLogEntry = z.object({
  /** Grows with time, in every process: lines sort by it and are known again by it. */
  id: z.string(),
  timestamp: z.string(),
  level: z.string(),
  category: z.enum(LOG_CATEGORIES),
  message: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  user: z.string().nullable(),
  ip: z.string().nullable(),
});
export type LogEntry = z.infer<typeof zLogEntry>;

const MOMENT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** The moment that a text like `2026-03-12T18:00` means, in UTC without a zone; null when it is none. */
export function momentOf(text: string): Date | null {
  const [, day = '', , , zone] = MOMENT.exec(text) ?? [];
  if (!isCalendarDate(day)) return null;
  const moment = new Date(zone ? text : `${text}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** A day, or a moment with or without seconds and zone (UTC without one). */
const zWhen = (what: string) =>
  z
    .string()
    .max(40)
    .refine((text) => isCalendarDate(text) || momentOf(text) !== null, {
      error: `${what} must be a moment like 2026-03-12T18:00 or a date like 2026-03-12`,
    });

/** What lines are narrowed by: on the screen, in the export and at the command line alike. */
export const logFilters = {
  /** `all` is every level. */
  level: zOneOf('level', ['all', ...LOG_LEVELS]).optional(),
  startDate: zWhen('startDate').optional(),
  /** A day includes its whole day. */
  endDate: zWhen('endDate').optional(),
  /** Part of the message or of the metadata, whatever the case. */
  search: zText('search', LIMITS.logs.search).optional(),
  /** Part of the user's name, whatever the case. */
  user: zText('user', LIMITS.name.max).optional(),
};

const zLineId = z.uuid({ error: 'A line has an id like 019a8d2e-5b1c-7000-8000-0123456789ab' });

export const zLogList = z.strictObject({
  category: zOneOf('category', LOG_CATEGORIES),
  ...logFilters,
  limit: zQueryInt('limit', 1, LIMITS.logs.max).optional(),
  /** Lines older than that one: the next page. */
  before: zLineId.optional(),
});

export const zLogs = z.object({ logs: z.array(zLogEntry) });

/** Lines of every category around one, as they were written, oldest first. */
export const zLogContext = z.strictObject({ id: zLineId });

export const zLogFiles = z.object({
  files: z.array(
    z.object({ name: z.string(), category: z.enum(LOG_CATEGORIES), size: z.number(), modified: z.string() }),
  ),
});

export const zLogContent = z.strictObject({
  file: zText('file', 100).min(1),
  lines: zQueryInt('lines', 1, LIMITS.logs.max).optional(),
});
export const zLogLines = z.object({ file: z.string(), lines: z.array(zLogEntry) });

/** Everything that the live log of docs/product.md "Limits" says to its clients. */
export interface LiveLogEvents {
  'log-update': (update: { category: LogCategory; log: LogEntry }) => void;
}
