import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { type LiveLogEvents, LOG_SCOPES, type LogEntry } from '../../contract/admin/logs.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { sha256 } from '../../lib/crypto.ts';
import { scaleLimit } from '../../lib/limit.ts';
import { withRequestContext } from '../../lib/process/request-context.ts';
import { type AccountActor, signInRequired } from '../../modules/actor.ts';
import { requestChecks } from '../../modules/sessions/session-checks.ts';
import { sessionActor } from '../../modules/sessions/session-lookup.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { asTrpcError, publicError } from '../../trpc/errors.ts';
import { requireRole } from '../../trpc/procedures.ts';
import { ConnectionCount } from '../connection-count.ts';
import { refuseMethod } from '../methods.ts';
import type { Refusals } from '../refusals/refusal.ts';
import { clientAddress, markLogged } from '../request.ts';
import { type Connection, LiveLogConnection } from './live-log-connection.ts';
import { MessageServer } from './message-socket.ts';
import { allowsOrigin, asksForSocket, type Upgrade } from './upgrade.ts';

/** Time that a refused client has to read the reason before it is cut off. */
const LAST_MESSAGE_MS = 250;

interface SocketData {
  token: string;
  userId: number;
  connection: LiveLogConnection | undefined;
}
type LiveSocket = Socket<DefaultEventsMap, LiveLogEvents, DefaultEventsMap, SocketData>;

interface LiveLogs {
  /** Serves requests of clients that use polling. */
  handle: RequestHandler;
  accept: Upgrade;
  open(): number;
  /** Ends every connection; clients reconnect, possibly to another process. */
  close(): void;
}

/** Of requests of clients that use polling. */
const METHODS = ['GET', 'POST'];

const zToken = z.string().regex(/^\S{1,512}$/);
const zScope = z.enum(LOG_SCOPES);

/**
 * The live log (docs/api.md "Live updates"): Socket.IO at `/socket.io`, for admins only. Their rights are checked
 * repeatedly while they are connected. A client subscribes to one category, or to all of them, at a time and can send
 * nothing else.
 *
 * @param loginMs the time limit for the login of a new client
 */
export function liveLogs(runtime: Runtime, refusals: Refusals, loginMs: number): LiveLogs {
  const { calls, config, events, logger, logFeed, orm } = runtime;
  const open = new ConnectionCount(scaleLimit(config, LIMITS.live.connectionsPerAddress));
  const connections = new WeakMap<Connection, LiveLogConnection>();
  const addressOf = clientAddress(config);

  /** Refuses a new client. Engine.IO, whose only answer would be 403, gets no decision and leaves the response to this. */
  function refuse(request: IncomingMessage, status: 403 | 429): void {
    if ('res' in request && request.res instanceof ServerResponse) {
      markLogged(request);
      refusals.request(request, request.res, status);
    } else refusals.connection(request.socket, status, request);
  }

  // Never listens itself: requests and upgrades are passed on from the application's server.
  const io = new Server<DefaultEventsMap, LiveLogEvents, DefaultEventsMap, SocketData>(createServer(), {
    path: '/socket.io',
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: LIMITS.bodyBytes,
    wsEngine: MessageServer,
    allowRequest: (request, decide) => {
      const ip = addressOf(request);
      if (!allowsOrigin(request, config)) refuse(request, 403);
      else if (open.isFull(ip) || calls.countRead(ip)) refuse(request, 429);
      else decide(null, true);
    },
  });

  async function adminOf(token: string, ip: string | null, isUse: boolean): Promise<AccountActor> {
    const origin = { requestId: randomUUID(), ip, userAgent: null };
    const scope = { ...runtime, em: orm.em.fork(), origin };
    const actor = await sessionActor(scope, token, isUse);
    requireRole(actor, 'admin');
    return actor;
  }

  /** @throws DomainError for a client that is not an admin, or makes too many calls */
  async function authenticate(socket: LiveSocket, ip: string | null): Promise<void> {
    const token = zToken.safeParse(socket.handshake.auth.token).data;
    if (token === undefined) throw signInRequired();
    const session = sha256(token);
    calls.takeCall(session);
    const { user_id, username } = await calls.run(session, () => adminOf(token, ip, true));
    socket.data = { token, userId: user_id, connection: connections.get(socket.conn) };
    socket.data.connection?.admit();
    logger.info({ category: 'api', user: username, status: 'ok' }, 'live log');
  }

  /** Logs why a client is refused. @returns the error for the client */
  function refused(error: unknown): Error {
    const { message, code } = publicError(asTrpcError(error));
    const line = { category: 'api', status: code, reason: message };
    if (code === 'INTERNAL_SERVER_ERROR') logger.error({ ...line, err: error }, 'live log');
    else logger.info(line, 'live log');
    return Object.assign(new Error(message), { data: { code } });
  }

  /** Disconnects a client that is no longer allowed, without an automatic reconnection. */
  async function check(socket: LiveSocket): Promise<void> {
    try {
      await adminOf(socket.data.token, addressOf(socket.conn.request), false);
    } catch {
      // Also when the check itself fails: access is denied unless it is proven.
      socket.disconnect(true);
      setTimeout(() => socket.data.connection?.cut(), LAST_MESSAGE_MS).unref();
    }
  }

  const checkAll = (concerned: (data: SocketData) => boolean) => {
    for (const socket of io.sockets.sockets.values()) if (concerned(socket.data)) void check(socket);
  };

  function broadcast(entries: readonly LogEntry[]): void {
    for (const log of entries)
      io.to(['all', log.category]).emit('log-update', { category: log.category, log });
  }

  const stopChecks = requestChecks(
    events,
    (account) => checkAll(({ userId }) => userId === account),
    () => checkAll(() => true),
  );
  let stopBroadcast: (() => void) | undefined;

  // Runs before Engine.IO answers an upgrade without a request id; other requests have a response that express handles.
  io.engine.on('connection_error', ({ req: request }: { req: IncomingMessage }) => {
    if (asksForSocket(request)) refusals.connection(request.socket, 400, request);
  });

  io.engine.on('connection', (connection: Connection) => {
    connections.set(connection, new LiveLogConnection(connection, loginMs));
    connection.once('close', open.enter(addressOf(connection.request)));
  });

  io.use((socket, next) => {
    const ip = addressOf(socket.request);
    const context = { requestId: randomUUID(), ip, path: 'live log' };
    void withRequestContext(context, async () => {
      try {
        await authenticate(socket, ip);
        next();
      } catch (error) {
        next(refused(error));
      }
    });
  });

  io.on('connection', (socket) => {
    stopBroadcast ??= logFeed.on(broadcast);
    socket.on('subscribe-logs', (asked: unknown, answer: unknown) => {
      const category = zScope.safeParse(asked).data;
      if (category) {
        for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
        void socket.join(category);
      }
      if (typeof answer === 'function') answer(category ? { category } : { error: 'Unknown category.' });
    });
    // The session may have ended during the lookup.
    void check(socket);
  });

  return {
    handle: (request, response) => {
      // With the id of a client, Engine.IO would answer 500.
      if (!METHODS.includes(request.method)) refuseMethod(response, METHODS);
      io.engine.handleRequest(request, response);
    },
    accept: (request, socket, head) => io.engine.handleUpgrade(request, socket, head),
    open: () => io.sockets.sockets.size,
    close() {
      stopChecks();
      stopBroadcast?.();
      void io.close();
    },
  };
}
