import { createWSClient, type TRPCLink, type TRPCWebSocketClient, wsLink } from '@trpc/client';
import type { AppRouter } from '../../src/trpc/router.ts';
import { socketUrl } from './endpoint.ts';

const LAST_RETRY_MS = 30_000;
/** An unused connection stays open so long: another subscription may follow. */
const IDLE_MS = 10_000;

/** Later each time, and not in step with the other pages that a restart of the server has cut off. */
const retryDelayMs = (attempt: number): number =>
  Math.min(500 * 2 ** attempt, LAST_RETRY_MS) * (0.5 + Math.random() / 2);

/** One connection for everybody who subscribes, in the name of one session. */
let connection: { token: unknown; client: TRPCWebSocketClient } | undefined;

function connectionOf(token: unknown, url: string): TRPCWebSocketClient {
  if (connection && connection.token === token) return connection.client;
  // It keeps the account that it was opened with: another one gets its own.
  void connection?.client.close();
  const client = createWSClient({
    url: socketUrl(url, location.href),
    connectionParams: typeof token === 'string' ? { token } : null,
    lazy: { enabled: true, closeMs: IDLE_MS },
    keepAlive: { enabled: true, intervalMs: 30_000, pongTimeoutMs: 10_000 },
    retryDelayMs,
  });
  connection = { token, client };
  return client;
}

/** Sends subscriptions over the socket beside an address of tRPC. */
export const socketLink =
  (url: string): TRPCLink<AppRouter> =>
  (runtime) =>
  (call) =>
    wsLink<AppRouter>({ client: connectionOf(call.op.context.token, url) })(runtime)(call);
