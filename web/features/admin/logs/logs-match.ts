import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { foldCase } from '../../../../src/contract/shared/text.ts';
import type { LogsFilter } from './logs-search-params.ts';

const bytes = new TextEncoder();

/** PostgreSQL's order of `jsonb` keys: by length, then by bytes. */
function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  const [left, right] = [bytes.encode(a), bytes.encode(b)];
  if (left.length !== right.length) return left.length - right.length;
  const at = left.findIndex((byte, i) => byte !== right[i]);
  return (left[at] ?? 0) - (right[at] ?? 0);
}

/** JSON as PostgreSQL prints `jsonb`: the text that the server searches. */
export function jsonbText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(byKey)
    .map(([key, field]) => `${JSON.stringify(key)}: ${jsonbText(field)}`);
  return `{${fields.join(', ')}}`;
}

const contains = (text: string, part: string | undefined): boolean =>
  part === undefined || foldCase(text).includes(foldCase(part));

const isReadOf = ({ category, user, metadata: { type, status } }: LogEntry, username: string): boolean =>
  category === 'api' && user === username && (type === 'query' || type === 'subscription') && status === 'ok';

/** True when a live line, or one from a file, matches the filters as on the server. */
export function matchesLog(filter: LogsFilter, line: LogEntry): boolean {
  const { category, level, user, search, from, to, hideReadsOf } = filter;
  const at = Date.parse(line.timestamp);
  return (
    (category === 'all' || line.category === category) &&
    (level === undefined || line.level === level) &&
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at <= Date.parse(to)) &&
    (contains(line.user ?? '', user) || contains(String(line.metadata.target ?? ''), user)) &&
    (contains(line.message, search) || contains(jsonbText(line.metadata), search)) &&
    !(hideReadsOf !== undefined && isReadOf(line, hideReadsOf))
  );
}
