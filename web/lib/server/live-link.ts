import { createWSClient, type TRPCLink, type TRPCWebSocketClient, wsLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import type { AppRouter } from '../../../src/trpc/router.ts';
import { socketUrl } from './endpoint.ts';
import { recordSequence, seenSequence } from './sequence.ts';
import { sessionStore } from './session-store.ts';

const LAST_RETRY_MS = 30_000;
/** An unused connection stays open this long, since another subscription may follow. */
const IDLE_MS = 10_000;

/** Exponential backoff with jitter, so that a server restart does not bring all pages back at once. */
const retryDelayMs = (attempt: number): number =>
  Math.min(500 * 2 ** attempt, LAST_RETRY_MS) * (0.5 + Math.random() / 2);

/** All subscriptions of one session share one connection. */
let connection: { token: unknown; client: TRPCWebSocketClient } | undefined;

/** The parameters of a connection; null for a visitor who has seen no sequence. */
const paramsOf = (token: unknown) =>
  typeof token === 'string' || seenSequence() > 0
    ? () => ({ sequence: `${seenSequence()}`, ...(typeof token === 'string' && { token }) })
    : null;

function endOthers(token: unknown): void {
  if (!connection || connection.token === token) return;
  void connection.client.close();
  connection = undefined;
}

// A connection belongs to one token. When the token changes, its subscriptions restart on a new connection.
sessionStore.subscribe(() => endOthers(sessionStore.get()?.token ?? null));

function connectionOf(token: unknown, url: string): TRPCWebSocketClient {
  endOthers(token);
  if (connection) return connection.client;
  const client = createWSClient({
    url: socketUrl(url, location.href),
    connectionParams: paramsOf(token),
    lazy: { enabled: true, closeMs: IDLE_MS },
    keepAlive: { enabled: true, intervalMs: 30_000, pongTimeoutMs: 10_000 },
    retryDelayMs,
  });
  connection = { token, client };
  return client;
}

/** Sends subscriptions over the WebSocket that corresponds to a tRPC URL. Only updates of the market have an id: their sequence. */
export const socketLink =
  (url: string): TRPCLink<AppRouter> =>
  (runtime) =>
  (call) =>
    wsLink<AppRouter>({ client: connectionOf(call.op.context.token, url) })(runtime)(call).pipe(
      tap({
        next({ result }) {
          if ('id' in result) recordSequence(Number(result.id));
        },
      }),
    );
