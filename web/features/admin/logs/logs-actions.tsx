import { Download, Play, Square, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LogEntry, LogScope } from '../../../../src/contract/admin/logs.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { serverNow, serverToday } from '../../../lib/clock.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { errorData, refusalText } from '../../../lib/server/errors.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { MomentText } from '../../../ui/time/moment-text.tsx';
import type { LogSource, useLogs } from './logs-store.ts';
import type { useLiveLog } from './use-live-log.ts';

const LIVE_LABELS = { connecting: 'Connecting…', live: 'Live', reconnecting: 'Reconnecting…' };
const LIVE_DOTS = { connecting: 'bg-pending', live: 'bg-approved', reconnecting: 'bg-pending' };

/** The longest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Whether a moment has passed; false without one. */
function useHasPassed(iso: string | undefined): boolean {
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    const delay = iso === undefined ? Number.POSITIVE_INFINITY : Date.parse(iso) - serverNow().getTime();
    if (delay > MAX_DELAY_MS) return;
    const timer = setTimeout(() => setPassed(iso), delay);
    return () => clearTimeout(timer);
  }, [iso]);
  return iso !== undefined && passed === iso;
}

interface LiveToggleProps extends ReturnType<typeof useLiveLog> {
  /** The end of the time range: later lines do not match the filters. */
  to: string | undefined;
}

export function LiveToggle({ on, start, stop, state, why, to }: LiveToggleProps) {
  const hasEnded = useHasPassed(to);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button icon={on ? Square : Play} onClick={on ? stop : start}>
        {on ? 'Stop' : 'Live'}
      </Button>
      <Announced as="p" subject="Live log" className="text-sm empty:hidden">
        {state === 'refused' ? (
          <span className="text-rejected">{why}</span>
        ) : state !== 'off' && hasEnded && to ? (
          <span className="text-pending">
            No entries after <MomentText iso={to} />
          </span>
        ) : (
          state !== 'off' && (
            <span className="flex items-center gap-2 text-ink-soft">
              <span aria-hidden className={`drawn size-2 rounded-full ${LIVE_DOTS[state]}`} />
              {LIVE_LABELS[state]}
            </span>
          )
        )}
      </Announced>
    </div>
  );
}

interface Progress {
  onProgress: (lines: number) => void;
  signal: AbortSignal;
}

/** Waits, unless it is cancelled. */
const rest = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Reads a page; waits and retries when rate limited. */
async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await read();
    } catch (error) {
      const { httpStatus, retryAfter } = errorData(error) ?? {};
      if (httpStatus !== 429) throw error;
      await rest(retryAfter ?? 1, signal);
    }
  }
}

const part = (lines: readonly LogEntry[], first: boolean): Blob =>
  new Blob([first ? '' : ',\n', lines.map((line) => JSON.stringify(line)).join(',\n')]);

const file = (parts: readonly Blob[]): Blob =>
  new Blob(['[\n', ...parts, '\n]\n'], { type: 'application/json' });

/**
 * A JSON file of all lines that match the filters, newest first. The browser may keep finished parts on disk, so there
 * is no limit on the number of lines.
 */
export async function exportLogs(read: LogSource['read'], { onProgress, signal }: Progress): Promise<Blob> {
  const parts: Blob[] = [];
  let total = 0;
  let last: string | undefined;
  for (;;) {
    const lines = await patiently(() => read(LIMITS.logs.max, last), signal);
    if (lines.length > 0) parts.push(part(lines, parts.length === 0));
    total += lines.length;
    onProgress(total);
    last = lines.at(-1)?.id;
    if (lines.length < LIMITS.logs.max) return file(parts);
  }
}

interface ExportButtonProps {
  logs: ReturnType<typeof useLogs>;
  category: LogScope;
}

/** Saves all lines that match the filters, or the lines shown when they come from a file. */
export function ExportButton({ logs: { store, state }, category }: ExportButtonProps) {
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const name = `${category}-${serverToday()}.json`;
    if (state.file) return saveFile(file([part(state.window.lines, true)]), name);
    running.current = new AbortController();
    const { signal } = running.current;
    setDone(0);
    try {
      const blob = await exportLogs(store.source.read, { onProgress: setDone, signal });
      signal.throwIfAborted();
      saveFile(blob, name);
    } catch (error) {
      if (!signal.aborted)
        showToast(refusalText(error, 'The export failed. Please try again.'), { tone: 'alert' });
    } finally {
      setDone(null);
    }
  }

  const exporting = done !== null;
  return (
    <div className="flex items-center gap-3">
      <Announced
        as="p"
        subject="Export"
        className="appear-late text-sm text-ink-soft tabular-nums empty:hidden"
      >
        {exporting && `${counted(done, 'entry', 'entries')}…`}
      </Announced>
      <Button
        icon={exporting ? X : Download}
        onClick={() => (exporting ? running.current?.abort() : void start())}
      >
        {exporting ? 'Cancel export' : 'Export'}
      </Button>
    </div>
  );
}
