import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import type { LiveBatch, LiveLog, LiveLogState } from './live-log.ts';
import { matchesLog } from './logs-match.ts';
import type { LogsFilter } from './logs-search-params.ts';
import type { LogStore } from './logs-store.ts';
import { MAX_LINES } from './logs-window.ts';

/** By then a written line is stored and can be read. */
const STORED_MS = 1_500;
const RETRY_MS = 5_000;

/** Reads missed lines: at once, again once all of them are stored, and repeatedly while that fails. */
function fillGap(store: LogStore): () => void {
  const since = store.state().ready ? store.newest : undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let passes = 2;
  async function pass() {
    const read = await store.catchUp(since);
    if (read) passes -= 1;
    if (!stopped && passes > 0) timer = setTimeout(pass, read ? STORED_MS : RETRY_MS);
  }
  void pass();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

interface State {
  state: LiveLogState | 'off';
  /** The server's reason for a refusal. */
  why: string | null;
}

/** Receives new lines of the store's category and filter while it is on. */
export function useLiveLog(store: LogStore, filter: LogsFilter) {
  const [on, setOn] = useState(false);
  const [{ state, why }, setState] = useState<State>({ state: 'off', why: null });
  const link = useRef<LiveLog>(undefined);
  const stopFilling = useRef<() => void>(undefined);

  const wants = useEffectEvent((line: LogEntry) => matchesLog(filter, line));
  // The filter may have changed since they were sent.
  const receive = useEffectEvent(({ lines, incomplete }: LiveBatch) =>
    store.receive({ lines: lines.filter((line) => matchesLog(filter, line)), incomplete }),
  );
  const fill = useEffectEvent(() => {
    stopFilling.current?.();
    stopFilling.current = fillGap(store);
  });
  const follow = useEffectEvent(() => link.current?.follow(filter.category));

  useEffect(() => {
    if (!on) return;
    let left = false;
    const refuse = (message: string) => {
      setState({ state: 'refused', why: message });
      setOn(false);
    };
    setState({ state: 'connecting', why: null });
    import('./live-log.ts').then(
      ({ openLiveLog }) => {
        if (left) return;
        link.current = openLiveLog(MAX_LINES, {
          wants: (line) => wants(line),
          onLines: (batch) => receive(batch),
          onSubscribed: () => fill(),
          onState: (next, message) =>
            next === 'refused' ? refuse(message ?? '') : setState({ state: next, why: null }),
        });
        follow();
      },
      () => refuse('The live log could not be loaded. Please try again.'),
    );
    return () => {
      left = true;
      link.current?.close();
      link.current = undefined;
      stopFilling.current?.();
      setState((was) => (was.state === 'refused' ? was : { state: 'off', why: null }));
    };
  }, [on]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another store has missed the lines before it
  useEffect(() => {
    stopFilling.current?.();
    follow();
  }, [store]);

  return { on, start: () => setOn(true), stop: () => setOn(false), state, why };
}
