import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted, formatNumber } from '../../../../src/contract/shared/plural.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { MomentText } from '../../../ui/time/moment-text.tsx';

/** What a row shows of a line's metadata. */
export interface LineFacts {
  /** What the line is about: an account, a setting, the address of a request, or how many reads it counts. */
  target: string | null;
  status: string | null;
  failed: boolean;
  /** Milliseconds; of several reads, the slowest. */
  duration: number | null;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** True for an HTTP status below 400, and for the status of a successful call. */
const isSuccess = (status: string): boolean => status === 'ok' || Number(status) < 400;

/** Reads the facts of any line; those that it does not have are null. */
export function lineFacts({ metadata: { target, method, address, reads, status, ms } }: LogEntry): LineFacts {
  const outcome = textOf(status);
  const request = [textOf(method), textOf(address)].filter(Boolean).join(' ');
  return {
    target: textOf(target) || request || (typeof reads === 'number' ? counted(reads, 'read') : null),
    status: outcome,
    failed: outcome !== null && !isSuccess(outcome),
    duration: typeof ms === 'number' ? ms : null,
  };
}

const TONES: Record<string, 'pending' | 'rejected' | 'neutral'> = {
  warn: 'pending',
  error: 'rejected',
  fatal: 'rejected',
};

/** The beginning of a long message, with its line breaks; a character is not cut in half. */
const shortMessage = (message: string): string =>
  message.length > LIMITS.logs.shown
    ? `${message.slice(0, LIMITS.logs.shown).replace(/\p{Surrogate}$/u, '')}…`
    : message;

interface LogLineProps {
  line: LogEntry;
  open: boolean;
  onToggle: (id: string) => void;
  /** Shows the lines around it; left out where they are shown already. */
  onContext?: ((line: LogEntry) => void) | undefined;
  /** The line whose context is shown. */
  marked?: boolean;
  /** Shows the category, in a list of several. */
  withCategory?: boolean;
}

/** A line of the log; it opens in place. Lines out of view are not drawn. */
export const LogLine = memo(function LogLine(props: LogLineProps) {
  const { line, open, onToggle, onContext, marked = false, withCategory = false } = props;
  const { id, level, timestamp, user, ip, message, category, metadata } = line;
  const { target, ...facts } = lineFacts(line);
  return (
    <li
      aria-current={marked || undefined}
      className={cx(
        'border-b border-line [contain-intrinsic-size:auto_3rem] [content-visibility:auto] last:border-b-0',
        marked && 'bg-accent-soft',
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => onToggle(id)}
        className="flex min-h-control w-full items-start gap-2 px-3 py-2 text-left text-sm -outline-offset-2 hover:bg-sunken md:py-1.5"
      >
        <ChevronRight
          aria-hidden
          className={cx('mt-1 size-4 shrink-0 text-ink-faint', open && 'rotate-90')}
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-1 lg:flex-nowrap">
          <span className={cx('flex shrink-0 gap-1.5', withCategory ? 'lg:min-w-34' : 'lg:min-w-14')}>
            <Badge tone={TONES[level] ?? 'neutral'}>{level}</Badge>
            {withCategory && <Badge>{category}</Badge>}
          </span>
          <span className="mt-0.5 shrink-0 text-ink-soft lg:w-40">
            <MomentText iso={timestamp} to="second" />
          </span>
          <span className="mt-0.5 flex min-w-0 flex-wrap gap-x-2 text-ink-soft max-md:w-full lg:w-44 lg:shrink-0">
            {user && <span className="min-w-0 break-all">{user}</span>}
            {ip && <span className="min-w-0 break-all text-ink-faint tabular-nums">{ip}</span>}
          </span>
          <span className="mt-0.5 min-w-0 flex-1 font-medium break-words whitespace-pre-wrap max-lg:basis-2/3">
            {open ? message : shortMessage(message)}
            {target && (
              <span className="font-normal text-ink-soft">
                <span aria-hidden> →</span>
                {/* The space is outside: at the end of a hidden text, screen readers do not get it. */}
                <span className="sr-only">, target:</span> {target}
              </span>
            )}
          </span>
          <Outcome {...facts} />
        </span>
      </button>
      {open && (
        <div className="space-y-3 px-3 pb-3 md:pl-9">
          {Object.keys(metadata).length > 0 ? (
            <JsonTree value={metadata} />
          ) : (
            <p className="text-sm text-ink-faint">No metadata</p>
          )}
          {onContext && <Button onClick={() => onContext(line)}>View in context</Button>}
        </div>
      )}
    </li>
  );
});

/** Status and duration, aligned over the lines of a wide screen. */
function Outcome({ status, failed, duration }: Omit<LineFacts, 'target'>) {
  if (status === null && duration === null) return null;
  return (
    <span className="mt-0.5 flex shrink-0 gap-x-3 text-xs leading-5 text-ink-soft tabular-nums lg:justify-end">
      {status !== null && <span className={failed ? 'font-medium text-rejected' : ''}>{status}</span>}
      <span className="lg:min-w-14 lg:text-right">{duration !== null && `${formatNumber(duration)} ms`}</span>
    </span>
  );
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The number of entries: `{3}`, `[12]`. */
const extent = (value: object): string =>
  Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`;

const VALUE_TONES: Record<string, string> = {
  string: 'text-approved',
  number: 'text-accent',
  boolean: 'text-pending',
};

function Leaf({ value }: { value: unknown }) {
  return (
    <span className={cx('break-all whitespace-pre-wrap', VALUE_TONES[typeof value] ?? 'text-ink-faint')}>
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </span>
  );
}

const Key = ({ name }: { name: string }) => <span className="text-ink-soft">{name}: </span>;

function Branch({ name, value }: { name: string; value: object }) {
  return (
    <details open className="group/branch">
      <summary className="flex min-h-7 w-fit cursor-pointer list-none items-center gap-1 rounded-xs touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-faint [[open]>summary>&]:rotate-90" />
        <Key name={name} />
        <span className="text-ink-faint">{extent(value)}</span>
      </summary>
      <JsonTree value={value} className="ml-1.5 border-l border-line pl-3" />
    </details>
  );
}

/** JSON as a tree; objects and arrays open and close, by mouse and keyboard. */
function JsonTree({ value, className }: { value: object; className?: string }) {
  return (
    <ul className={cx('font-mono text-sm', className)}>
      {Object.entries(value).map(([name, inside]) => (
        <li key={name} className="py-0.5">
          {isBranch(inside) ? (
            <Branch name={name} value={inside} />
          ) : (
            <span className="block pl-4.5">
              <Key name={name} />
              <Leaf value={inside} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
