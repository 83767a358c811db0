import { LOG_CATEGORIES, type LogCategory, type LogEntry } from '../../contract/admin/logs.ts';
import { uuid7 } from '../../lib/uuid7.ts';

/** Characters of a message, of one text in the metadata, and of the metadata as JSON; the rest is cut off. */
const MESSAGE = 4_000;
const TEXT = 4_000;
const METADATA = 16_000;

type Metadata = LogEntry['metadata'];

const isCategory = (value: unknown): value is LogCategory => LOG_CATEGORIES.some((one) => one === value);

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Text as PostgreSQL takes it: no NUL, no half of a character. */
const storable = (text: string, most: number) => cut(text, most).replaceAll('\0', '\ufffd').toWellFormed();

function tidy(value: unknown): unknown {
  if (typeof value === 'string') return storable(value, TEXT);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(tidy);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [storable(key, TEXT), tidy(entry)] as const),
  );
}

/** Metadata that is too long keeps what lines are found by. */
function bounded(metadata: Metadata): Metadata {
  const text = JSON.stringify(metadata);
  if (text.length <= METADATA) return metadata;
  const { requestId, path, user, by, ip } = metadata;
  return { requestId, path, user, by, ip, cut: storable(text, METADATA / 2) };
}

const nameIn = (metadata: Metadata, field: string, most: number): string | null => {
  const value = metadata[field];
  return typeof value === 'string' && value !== '' ? value.slice(0, most) : null;
};

/** Who acted and from where, as the metadata has it: whoever signs in is named by the trace alone. */
const originOf = (metadata: Metadata): Pick<LogEntry, 'user' | 'ip'> => ({
  user: nameIn(metadata, 'user', 120) ?? nameIn(metadata, 'by', 120),
  ip: nameIn(metadata, 'ip', 64),
});

/**
 * A line of the logger as an entry of the log. Errors go to `errors`, whatever they are about; what names no category
 * is `general`. Never fails: what is no JSON is the message itself.
 */
export function entryOf(line: string): LogEntry {
  const { level, time, msg, category, ...rest } = parsed(line);
  const failed = level === 'error' || level === 'fatal';
  const about = isCategory(category) ? category : 'general';
  const timestamp = typeof time === 'string' ? time : new Date().toISOString();
  const metadata = bounded(tidy({ ...rest, ...(failed && about !== 'general' && { about }) }) as Metadata);
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

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { msg: line };
  }
}

/** An entry as it stands in a file (docs/product.md "Records"); the file's name tells the category. */
export const fileLine = ({ timestamp, level, message, metadata, id }: LogEntry): string =>
  `${JSON.stringify({ date: timestamp, level, msg: message, meta: metadata, id })}\n`;

/** The entry of a line of a file; null for a line that is none, such as one that a full disk cut short. */
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
