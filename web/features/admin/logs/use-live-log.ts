import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { io as connect, Socket } from 'socket.io-client';
import type { LiveLogEvents, LogEntry, LogScope } from '../../../../src/contract/admin/logs.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { sessionStore } from '../../../lib/server/session-store.ts';
import { matchesLog } from './logs-match.ts';
import type { LogsFilter } from './logs-search-params.ts';
import type { LogStore } from './logs-store.ts';
import { type LiveBatch, MAX_LINES } from './logs-window.ts';

/** `refused`: the server does not allow this account to listen; the client does not retry. */
type LiveLogState = 'connecting' | 'live' | 'reconnecting' | 'refused';

interface LiveLogListener {
  /** @param why the server's message, when it refused */
  onState: (state: LiveLogState, why: string | null) => void;
  /** Lines now arrive as they are written; earlier ones may have been missed. */
  onSubscribed: () => void;
  /** Which lines are passed on. */
  wants: (line: LogEntry) => boolean;
  onLines: (batch: LiveBatch) => void;
}

interface ClientEvents {
  'subscribe-logs': (category: LogScope, answer: () => void) => void;
}

/** Lines are collected this long, which limits how often the list is redrawn. */
const BATCH_MS = 100;

/** The error code of the server's middleware; a failed connection has none. */
const codeOf = (error: Error): unknown => (error as Error & { data?: { code?: unknown } }).data?.code;

const { delayMs, maxDelayMs, jitter, timeoutMs } = LIMITS.logs.reconnect;

/**
 * The live log (docs/api.md "Live updates"). It reconnects until it is refused, and reports every reconnect, because
 * lines may have been missed. It follows the category that was set last.
 */
function openLiveLog(io: typeof connect, listener: LiveLogListener) {
  let category: LogScope | undefined;
  let waiting: LogEntry[] = [];
  let incomplete = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let token: string | undefined;

  const socket: Socket<LiveLogEvents, ClientEvents> = io({
    path: '/socket.io',
    // Read on every connect: the token may have changed since the first one.
    auth(give) {
      token = sessionStore.get()?.token;
      give({ token });
    },
    // No polling: it would need sticky sessions when several servers run.
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: delayMs,
    reconnectionDelayMax: maxDelayMs,
    randomizationFactor: jitter,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    timeout: timeoutMs,
  });

  const report = (state: LiveLogState, why: string | null = null) => {
    if (!closed) listener.onState(state, why);
  };

  function reconnectLater() {
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(() => socket.connect(), maxDelayMs);
  }

  function deliver() {
    timer = undefined;
    const batch = { lines: waiting.reverse(), incomplete };
    waiting = [];
    incomplete = false;
    listener.onLines(batch);
  }

  function subscribe() {
    const asked = category;
    if (!asked || !socket.connected) return;
    socket.timeout(timeoutMs).emit('subscribe-logs', asked, (silent: Error | null) => {
      if (closed || asked !== category) return;
      // Closing the engine makes the client reconnect.
      if (silent) return void socket.io.engine.close();
      report('live');
      listener.onSubscribed();
    });
  }

  // A connection is bound to the token that it was opened with. Closing the engine makes the client reconnect.
  const stopFollowing = sessionStore.subscribe(() => {
    const current = sessionStore.get()?.token;
    if (socket.connected && current && current !== token) socket.io.engine.close();
  });
  socket.on('connect', subscribe);
  socket.on('log-update', ({ log }) => {
    if (!listener.wants(log)) return;
    waiting.push(log);
    if (waiting.length > 2 * MAX_LINES) {
      waiting = waiting.slice(-MAX_LINES);
      incomplete = true;
    }
    timer ??= setTimeout(deliver, BATCH_MS);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    report('reconnecting');
    // The client does not reconnect after the server closes the socket. The next connect is accepted or refused.
    if (!socket.active) reconnectLater();
  });
  socket.on('connect_error', (error) => {
    const code = codeOf(error);
    if (code === 'UNAUTHORIZED' || code === 'FORBIDDEN') return report('refused', error.message);
    report('reconnecting');
    if (!socket.active) reconnectLater();
  });
  report('connecting');

  return {
    follow(next: LogScope) {
      category = next;
      subscribe();
    },
    close() {
      closed = true;
      stopFollowing();
      clearTimeout(timer);
      clearTimeout(reconnectTimer);
      socket.close();
    },
  };
}

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
  const link = useRef<ReturnType<typeof openLiveLog>>(undefined);
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
    import('socket.io-client').then(
      ({ io }) => {
        if (left) return;
        link.current = openLiveLog(io, {
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
