import type { CallContext } from '../trpc/context.ts';
import { appRouter } from '../trpc/router.ts';
import { ORIGIN, type TestServer } from './server.ts';

/** What a transport would hand to a call; the token's account, or a visitor, calls. */
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
});

/** Calls procedures as a transport would, without one. */
export const callerFor = (...call: Parameters<typeof contextFor>) =>
  appRouter.createCaller(contextFor(...call));
