import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TRPCError } from '@trpc/server';
import { applyWSSHandler, jsonEncoder } from '@trpc/server/adapters/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../../contract/shared/limits.ts';
import { scaleLimit } from '../../lib/scale-limit.ts';
import { requestChecks } from '../../modules/sessions/session-checks.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { encodeMessage } from '../../trpc/direct-updates.ts';
import { appRouter } from '../../trpc/router.ts';
import { ConnectionCount } from '../connection-count.ts';
import { refuseConnection } from '../refusals/refusal.ts';
import { clientAddress } from '../request.ts';
import { MessageSocket } from './message-socket.ts';
import { allowsOrigin } from './origin.ts';
import { SERVICE_RESTART, SocketConnection } from './socket-connection.ts';
import type { Upgrade } from './upgrade.ts';

export interface TrpcSockets {
  accept: Upgrade;
  /** Number of open sockets. */
  open(): number;
  /** Asks every client to reconnect, possibly to another process, and ends its connection. */
  close(): void;
}

/** The same limit of calls per message as over HTTP. */
const encoder: typeof jsonEncoder = {
  encode: encodeMessage,
  decode: (data) => {
    const message = jsonEncoder.decode(data);
    if (Array.isArray(message) && message.length > LIMITS.batchCalls)
      throw new TRPCError({ code: 'BAD_REQUEST', message: 'Too many calls in one message.' });
    return message;
  },
};

/** Calls and subscriptions over sockets, as over HTTP (docs/architecture.md "The life of an event"). */
export function trpcSockets(runtime: Runtime): TrpcSockets {
  const { config, events } = runtime;
  const addressOf = clientAddress(config);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.bodyBytes,
    WebSocket: MessageSocket,
  });
  server.on('wsClientError', (_error, socket, request) => refuseConnection(runtime, socket, 400, request));
  const connections = new Map<WebSocket, SocketConnection>();
  const open = new ConnectionCount(scaleLimit(config, LIMITS.live.connectionsPerAddress));

  const { broadcastReconnectNotification } = applyWSSHandler({
    wss: server,
    router: appRouter,
    keepAlive: { enabled: true, pingMs: 30_000, pongWaitMs: 10_000 },
    experimental_encoder: encoder,
    createContext: ({ res, info }) => {
      const connection = connections.get(res);
      if (!connection) throw new Error('a call arrived over a socket that was not accepted');
      return connection.contextFor(info.connectionParams);
    },
  });

  const check = (concerned: (connection: SocketConnection) => boolean) => {
    for (const connection of connections.values()) if (concerned(connection)) void connection.check();
  };
  const stopChecks = requestChecks(
    events,
    (userId) => check((connection) => connection.mayBeOf(userId)),
    () => check(() => true),
  );

  function enter(client: MessageSocket, request: IncomingMessage, ip: string | null): void {
    const userAgent = request.headers['user-agent'] ?? null;
    const origin = { requestId: randomUUID(), ip, userAgent };
    connections.set(client, new SocketConnection(client, request, runtime, origin));
    server.emit('connection', client, request);
  }

  return {
    accept(request, socket, head) {
      if (!allowsOrigin(request, config)) return refuseConnection(runtime, socket, 403, request);
      const ip = addressOf(request);
      if (open.isFull(ip)) return refuseConnection(runtime, socket, 429, request);
      socket.once('close', open.enter(ip));
      server.handleUpgrade(request, socket, head, (client) => {
        client.once('close', () => connections.delete(client));
        enter(client, request, ip);
      });
    },
    open: () => connections.size,
    close() {
      stopChecks();
      broadcastReconnectNotification();
      for (const connection of connections.values()) connection.end(SERVICE_RESTART);
    },
  };
}
