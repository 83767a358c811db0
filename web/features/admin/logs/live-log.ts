import { io, type Socket } from 'socket.io-client';
import type { LiveLogEvents, LogEntry, LogScope } from '../../../../src/contract/admin/logs.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { sessionStore } from '../../../lib/server/session-store.ts';

/** `refused`: the server does not allow this account to listen; the client does not retry. */
export type LiveLogState = 'connecting' | 'live' | 'reconnecting' | 'refused';

/** Lines that arrived within one interval, newest first. */
export interface LiveBatch {
  lines: LogEntry[];
  /** Older lines were dropped because there were too many. */
  incomplete: boolean;
}

export interface LiveLogListener {
  /** @param why the server's message, when it refused */
  onState: (state: LiveLogState, why: string | null) => void;
  /** Lines now arrive as they are written; earlier ones may have been missed. */
  onSubscribed: () => void;
  /** Which lines are passed on. */
  wants: (line: LogEntry) => boolean;
  onLines: (batch: LiveBatch) => void;
}

export interface LiveLog {
  /** Follows this category instead of the previous one. */
  follow: (category: LogScope) => void;
  close: () => void;
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
 * The live log (docs/api.md "Admin"). It reconnects until it is refused, and reports every reconnect, because
 * lines may have been missed.
 *
 * @param maxLines the maximum number of lines of one batch
 */
export function openLiveLog(maxLines: number, listener: LiveLogListener): LiveLog {
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
    if (waiting.length > 2 * maxLines) {
      waiting = waiting.slice(-maxLines);
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
    follow(next) {
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
