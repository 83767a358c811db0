import { LOG_CATEGORIES, type LogCategory, type LogEntry } from '../../contract/admin/logs.ts';
import { parseJson } from '../../lib/parse-input.ts';
import { uuid7 } from '../../lib/uuid7.ts';

/** Maximum characters of a message, of one text in the metadata, and of the metadata as JSON; the rest is truncated. */
const MESSAGE = 4_000;
const TEXT = 4_000;
const METADATA = 16_000;

type Metadata = LogEntry['metadata'];

const isCategory = (value: unknown): value is LogCategory => LOG_CATEGORIES.some((one) => one === value);

const truncate = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** Truncated text that PostgreSQL accepts: without NUL and lone surrogates. */
const storable = (text: string, max: number) => truncate(text, max).replaceAll('\0', '\ufffd').toWellFormed();

function sanitize(value: unknown): unknown {
  if (typeof value === 'string') return storable(value, TEXT);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sanitize);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [storable(key, TEXT), sanitize(entry)] as const),
  );
}

/** Truncates metadata that is too long, but keeps the fields by which lines are searched. */
function bounded(metadata: Metadata): Metadata {
  const text = JSON.stringify(metadata);
  if (text.length <= METADATA) return metadata;
  const { requestId, path, user, by, ip } = metadata;
  return { requestId, path, user, by, ip, cut: storable(text, METADATA / 2) };
}

const nameIn = (metadata: Metadata, field: string, max: number): string | null => {
  const value = metadata[field];
  return typeof value === 'string' && value !== '' ? value.slice(0, max) : null;
};

/** User and IP address from the metadata. `by` is used for sign-ins, whose request has no user yet. */
const originOf = (metadata: Metadata): Pick<LogEntry, 'user' | 'ip'> => ({
  user: nameIn(metadata, 'user', 120) ?? nameIn(metadata, 'by', 120),
  ip: nameIn(metadata, 'ip', 64),
});

/**
 * Converts a JSON line of the logger to a log entry. Errors of any category go to `errors`; lines without a category
 * go to `general`. Never fails: a line that is not JSON becomes the message.
 */
export function entryOf(line: string): LogEntry {
  const { level, time, msg, category, ...rest } = parsed(line);
  const failed = level === 'error' || level === 'fatal';
  const about = isCategory(category) ? category : 'general';
  const timestamp =
    typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? time : new Date().toISOString();
  const metadata = bounded(
    sanitize({ ...rest, ...(failed && about !== 'general' && { about }) }) as Metadata,
  );
  return {
    id: uuid7(Date.parse(timestamp)),
    timestamp,
    level: typeof level === 'string' ? level : 'info',
    category: failed ? 'errors' : about,
    message: storable(typeof msg === 'string' ? msg : '', MESSAGE),
    metadata,
    ...originOf(metadata),
  };
}

const parsed = (line: string) => (parseJson(line) ?? { msg: line }) as Record<string, unknown>;

/** An entry as a line of a file. The category is part of the file's name. */
export const fileLine = ({ timestamp, level, message, metadata, id }: LogEntry): string =>
  `${JSON.stringify({ date: timestamp, level, msg: message, meta: metadata, id })}\n`;

/** Parses a line of a file; null for an invalid line, such as one truncated by a full disk. */
export function entryOfFileLine(line: string, category: LogCategory): LogEntry | null {
  const { date, level, msg, meta, id } = parsed(line);
  if (typeof id !== 'string' || typeof date !== 'string') return null;
  const metadata = (meta ?? {}) as Metadata;
  return {
    id,
    timestamp: date,
    level: String(level),
    category,
    message: String(msg),
    metadata,
    ...originOf(metadata),
  };
}
