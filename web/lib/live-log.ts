import { io, type Socket } from 'socket.io-client';
import type { LiveLogEvents, LogCategory, LogEntry } from '../../src/contract/admin/logs.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { sessionStore } from './session-store.ts';

/** `refused`: the server does not let this account listen; it is not asked again. */
export type LiveLogState = 'connecting' | 'live' | 'reconnecting' | 'refused';

/** Lines that came close after one another, the newest first. */
export interface LiveBatch {
  lines: LogEntry[];
  /** So many came that some below these were let go. */
  torn: boolean;
}

export interface LiveLogListener {
  /** @param why what the server said, when it refused */
  onState: (state: LiveLogState, why: string | null) => void;
  /** From here on lines come as they are written; what was written before may have been missed. */
  onSubscribed: () => void;
  /** Which lines are passed on. */
  wants: (line: LogEntry) => boolean;
  onLines: (batch: LiveBatch) => void;
}

export interface LiveLog {
  /** Listens to this category in place of the former. */
  follow: (category: LogCategory) => void;
  close: () => void;
}

interface Asks {
  'subscribe-logs': (category: LogCategory, answer: () => void) => void;
}

/** How long lines are gathered: the list is drawn so often, however many come. */
const BATCH_MS = 100;

/** Why the server's middleware let nobody in; a connection that failed on its way has no code. */
const codeOf = (error: Error): unknown => (error as Error & { data?: { code?: unknown } }).data?.code;

const { delayMs, maxDelayMs, jitter, timeoutMs } = LIMITS.logs.reconnect;

/**
 * The live log (docs/product.md "Limits"): connects again by itself for as long as it is not refused, and says each time that
 * something may have been missed.
 *
 * @param most lines of one batch
 */
export function openLiveLog(most: number, listener: LiveLogListener): LiveLog {
  let category: LogCategory | undefined;
  let waiting: LogEntry[] = [];
  let torn = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const socket: Socket<LiveLogEvents, Asks> = io({
    path: '/socket.io',
    // The token of now: a connection may outlive the one that it began with.
    auth: (give) => give({ token: sessionStore.get()?.token }),
    // No polling before: it would need every request to reach the same one of several servers.
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: delayMs,
    reconnectionDelayMax: maxDelayMs,
    randomizationFactor: jitter,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    timeout: timeoutMs,
  });

  const say = (state: LiveLogState, why: string | null = null) => {
    if (!closed) listener.onState(state, why);
  };

  function connectLater() {
    clearTimeout(later);
    later = setTimeout(() => socket.connect(), maxDelayMs);
  }

  function deliver() {
    timer = undefined;
    const batch = { lines: waiting.reverse(), torn };
    waiting = [];
    torn = false;
    listener.onLines(batch);
  }

  function subscribe() {
    const asked = category;
    if (!asked || !socket.connected) return;
    socket.timeout(timeoutMs).emit('subscribe-logs', asked, (silent: Error | null) => {
      if (closed || asked !== category) return;
      // Its own client connects again.
      if (silent) return void socket.io.engine.close();
      say('live');
      listener.onSubscribed();
    });
  }

  socket.on('connect', subscribe);
  socket.on('log-update', ({ log }) => {
    if (!listener.wants(log)) return;
    waiting.push(log);
    if (waiting.length > 2 * most) {
      waiting = waiting.slice(-most);
      torn = true;
    }
    timer ??= setTimeout(deliver, BATCH_MS);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    say('reconnecting');
    // The server itself ended it, and its client would leave it at that; whether one may come back is said there.
    if (!socket.active) connectLater();
  });
  socket.on('connect_error', (error) => {
    const code = codeOf(error);
    if (code === 'UNAUTHORIZED' || code === 'FORBIDDEN') return say('refused', error.message);
    say('reconnecting');
    if (!socket.active) connectLater();
  });
  say('connecting');

  return {
    follow(next) {
      category = next;
      subscribe();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(later);
      socket.close();
    },
  };
}
