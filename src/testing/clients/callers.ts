import { type CallContext, CallerPosition } from '../../trpc/context.ts';
import { appRouter } from '../../trpc/router.ts';
import { ORIGIN, type TestServer } from '../run/server.ts';

/** The context that a transport would pass to a call of the token's account, or of a visitor. */
export const contextFor = (
  server: TestServer,
  token: string | null = null,
  idempotencyKey: string | null = null,
): CallContext => ({
  runtime: server.runtime,
  token,
  pendingToken: null,
  code: null,
  origin: ORIGIN,
  idempotencyKey,
  socket: null,
  position: new CallerPosition(0),
});

/** Calls procedures like a transport, without one. */
export const callerFor = (...call: Parameters<typeof contextFor>) =>
  appRouter.createCaller(contextFor(...call));
