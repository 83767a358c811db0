import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { getWSConnectionHandler, jsonEncoder } from '@trpc/server/adapters/ws';
import { LIMITS } from '../../contract/shared/limits.ts';
import { scaleLimit } from '../../lib/limit.ts';
import { requestChecks } from '../../modules/sessions/session-checks.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { encodeMessage } from '../../trpc/direct-updates.ts';
import { tooManyCalls } from '../../trpc/errors.ts';
import { appRouter } from '../../trpc/router.ts';
import { ConnectionCount } from '../connection-count.ts';
import type { Refusals } from '../refusals/refusal.ts';
import { clientAddress } from '../request.ts';
import { MessageServer, type MessageSocket } from './message-socket.ts';
import { SocketConnection } from './socket-connection.ts';
import { allowsOrigin, type Upgrade } from './upgrade.ts';

interface TrpcSockets {
  accept: Upgrade;
  open(): number;
  /** Asks every client to reconnect, possibly to another process, and ends its connection. */
  close(): void;
}

/** The id of a message, if it can be one. */
const idOf = (message: unknown): string | number | null => {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
};

/** Whether a message is the response to one that reached no call: it cannot be read, or names no procedure. */
const isStray = (message: unknown): message is object => {
  const { error } = message as { error?: { data: { path?: string } } };
  return error !== undefined && !Object.hasOwn(appRouter._def.procedures, error.data.path ?? '');
};

/** Refuses messages with more calls than a batch has over HTTP, and counts messages that reach no call. */
function encoderFor(connection: SocketConnection): typeof jsonEncoder {
  /** tRPC refuses a message that is not a call before it reads the next one, and without its id. */
  let lastId: string | number | null = null;
  return {
    encode: (message) => {
      if (!isStray(message)) return encodeMessage(message);
      connection.countStray();
      return encodeMessage({ ...message, id: idOf(message) ?? lastId });
    },
    decode: (data) => {
      lastId = null;
      const message = jsonEncoder.decode(data);
      if (Array.isArray(message) && message.length > LIMITS.batchCalls) throw tooManyCalls;
      lastId = idOf(message);
      return message;
    },
  };
}

/** Calls and subscriptions over sockets, as over HTTP (docs/architecture.md "The life of an event"). */
export function trpcSockets(runtime: Runtime, refusals: Refusals): TrpcSockets {
  const { config, events } = runtime;
  const addressOf = clientAddress(config);
  const server = new MessageServer();
  server.on('wsClientError', (_error, socket, request) => refusals.connection(socket, 400, request));
  const connections = new Set<SocketConnection>();
  const open = new ConnectionCount(scaleLimit(config, LIMITS.live.connectionsPerAddress));

  const check = (concerned: (connection: SocketConnection) => boolean) => {
    for (const connection of connections) if (concerned(connection)) void connection.check();
  };
  const stopChecks = requestChecks(
    events,
    (userId) => check((connection) => connection.mayBeOf(userId)),
    () => check(() => true),
  );

  function enter(client: MessageSocket, request: IncomingMessage, ip: string | null): void {
    const userAgent = request.headers['user-agent'] ?? null;
    const origin = { requestId: randomUUID(), ip, userAgent };
    const connection = new SocketConnection(client, request, runtime, origin);
    connections.add(connection);
    client.once('close', () => connections.delete(connection));
    const serve = getWSConnectionHandler({
      wss: server,
      router: appRouter,
      keepAlive: { enabled: true, pingMs: 30_000, pongWaitMs: 10_000 },
      experimental_encoder: encoderFor(connection),
      createContext: ({ info }) => connection.contextFor(info.connectionParams),
    });
    serve(client, request);
  }

  return {
    accept(request, socket, head) {
      if (!allowsOrigin(request, config)) return refusals.connection(socket, 403, request);
      const ip = addressOf(request);
      if (open.isFull(ip)) return refusals.connection(socket, 429, request);
      socket.once('close', open.enter(ip));
      server.handleUpgrade(request, socket, head, (client) => enter(client, request, ip));
    },
    open: () => connections.size,
    close() {
      stopChecks();
      for (const connection of connections) connection.restart();
    },
  };
}
