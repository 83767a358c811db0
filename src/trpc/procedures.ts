import type { EntityManager } from '@mikro-orm/postgresql';
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { z } from 'zod';
import { hasRole, type Role } from '../contract/accounts/roles.ts';
import { LIMITS } from '../contract/shared/limits.ts';
import { sha256 } from '../lib/crypto.ts';
import { DomainError, invalidField } from '../lib/errors.ts';
import { hasText, type WithText } from '../lib/json-text.ts';
import { requestContext, setActingUser, withRequestContext } from '../lib/process/request-context.ts';
import {
  type Actor,
  actorName,
  secondFactorRequired,
  signInRequired,
  VISITOR,
  viewerOf,
} from '../modules/actor.ts';
import type { RequestScope } from '../modules/scope.ts';
import { guardRights, requireConfirmation } from '../modules/sessions/actor-guard.ts';
import { sessionActor } from '../modules/sessions/session-lookup.ts';
import { createServices } from '../runtime/services.ts';
import type { CallContext } from './context.ts';
import { asTrpcError, publicError } from './errors.ts';

export interface ProcedureMeta extends OpenApiMeta {
  /** A session token is ignored, valid or not. */
  ignoresToken?: boolean;
  /** The caller must have signed in or confirmed their identity recently. */
  needsConfirmation?: boolean;
  /** The headers that the call reads besides the token, and whether it needs them. */
  headers?: Partial<Record<'X-TOTP-Token' | 'Idempotency-Key', 'optional' | 'required'>>;
  /** What the call is about may not exist, although no id of it is in the path. */
  mayBeMissing?: boolean;
  /** The call takes the token of a sign-in that waits for its second factor. */
  takesPendingToken?: boolean;
}

export const t = initTRPC
  .meta<ProcedureMeta>()
  .context<CallContext>()
  .create({
    isDev: false,
    // Subscriptions run only over the socket, where they are limited and monitored.
    sse: { enabled: false },
    errorFormatter({ shape, error, ctx }) {
      const { message, ...details } = publicError(error);
      return {
        ...shape,
        message,
        data: {
          ...shape.data,
          ...details,
          requestId: ctx?.origin.requestId ?? requestContext()?.requestId ?? null,
        },
      };
    },
  });

/** No valid input nests deeply; deeper input could overflow the stack of code that walks it. */
const tooDeep = () =>
  invalidField('', `The input is nested too deeply: at most ${LIMITS.inputDepth} levels.`);

/** Logs and measures a call that succeeded. */
export function logSuccess(
  { runtime, origin, isVisitorRead }: Pick<CallContext, 'runtime' | 'origin' | 'isVisitorRead'>,
  path: string,
  type: string,
  ms: number,
): void {
  runtime.metrics.call(path, 'ok', ms);
  if (isVisitorRead) runtime.readLog.add(path, ms, origin);
  else runtime.logger.info({ category: 'api', type, ms, status: 'ok' }, path);
}

interface Procedure {
  path: string;
  type: string;
}

/** Translates failures of a call and writes one log line for it, within its own log context. */
function observed<Result extends { ok: boolean }>(
  ctx: CallContext,
  { path, type }: Procedure,
  call: () => Promise<Result>,
): Promise<Result> {
  return withRequestContext({ requestId: ctx.origin.requestId, ip: ctx.origin.ip, path }, async () => {
    ctx.onProcedureStart?.();
    const { logger, metrics } = ctx.runtime;
    const started = performance.now();
    const result = await call().catch((error: unknown) => ({ ok: false, error }) as const);
    const ms = Math.round(performance.now() - started);
    if (!('error' in result)) {
      logSuccess(ctx, path, type, ms);
      return result;
    }
    const line = { category: 'api', type, ms };
    const error = asTrpcError(result.error);
    metrics.call(path, error.code, ms);
    if (error.code === 'INTERNAL_SERVER_ERROR') logger.error({ ...line, err: error.cause ?? error }, path);
    else logger.info({ ...line, status: error.code, reason: publicError(error).message }, path);
    throw error;
  });
}

/**
 * A new entity manager and the token's current actor: one scope per call, never per request.
 *
 * @param isUse false for the repeated check of a subscription, which must not extend the session
 */
export async function openScope(ctx: CallContext, readsToken: boolean, isUse = true): Promise<RequestScope> {
  const { runtime, origin, token } = ctx;
  const { clock, logger, config } = runtime;
  let em: EntityManager | undefined;
  const scope = {
    origin,
    clock,
    logger,
    config,
    actor: VISITOR,
    // Opened at its first use: public reads do not need it.
    get em() {
      em ??= runtime.orm.em.fork({ useContext: true });
      ctx.position.readsPrimary = true;
      return em;
    },
  };
  if (readsToken && token !== null) {
    scope.actor = await sessionActor({ ...scope, calls: runtime.calls }, token, isUse);
    guardRights(scope.em, scope);
  }
  return scope;
}

/**
 * Runs a call on servers that show what its caller has seen, and determines what the caller has seen afterwards. Over a
 * socket, only updates of the market have a number: their id.
 */
async function atPosition<T>({ runtime, socket, position }: CallContext, call: () => Promise<T>): Promise<T> {
  const { readServers } = runtime;
  await readServers.raiseFloor(position.brought);
  const result = await call();
  if (!socket) position.read(await readServers.answerSequence(position.readsPrimary));
  return result;
}

interface Access {
  /** False for signing in, which ignores the session. */
  readsToken: boolean;
  countsAddress?: boolean;
}

/**
 * Counts a call by its account, and by address if it needs no session or has none. Then prepares it, such as by reading its
 * input, and runs it in the turn of its account or address, before the database is used.
 */
async function limited<T>(
  { runtime: { calls }, origin, takeRead, token }: CallContext,
  { readsToken, countsAddress = false }: Access,
  prepare: () => Promise<void>,
  call: () => Promise<T>,
): Promise<T> {
  const session = readsToken && token !== null ? sha256(token) : null;
  if (countsAddress || token === null) takeRead ? takeRead() : calls.takeRead(origin.ip);
  if (session !== null) calls.takeCall(session);
  await prepare();
  if (!readsToken) return calls.runSignIn(origin.ip, call);
  return session === null ? calls.runRead(origin.ip, call) : calls.run(session, call);
}

/**
 * Opens the scope of a call. Every call of a batch is counted, before its input is read, and has its turn. Deeply nested
 * input is refused before any code walks it.
 */
const scoped = (access: Access) =>
  t.procedure.use(({ ctx, path, type, getRawInput, next }) =>
    observed(ctx, { path, type }, () => {
      const checkDepth = async () => {
        if (nestsDeeperThan(await getRawInput(), LIMITS.inputDepth)) throw tooDeep();
      };
      const call = () =>
        atPosition(ctx, async () => {
          const scope = await openScope(ctx, access.readsToken);
          const name = actorName(scope.actor);
          if (name !== null) setActingUser(name);
          return next({ ctx: { scope, actor: scope.actor, services: createServices(scope, ctx.runtime) } });
        });
      const run = () => limited(ctx, access, checkDepth, call);
      return ctx.socket ? ctx.socket.run(run) : run();
    }),
  );

/** Rejects callers without the role: 401 without an account, 403 with an insufficient role or no second factor for it. */
export function requireRole(actor: Actor, role: Role): void {
  const viewer = viewerOf(actor);
  if (hasRole(viewer, role)) return;
  const withheld = actor.type === 'account' && actor.withheldRole;
  if (viewer && withheld && hasRole({ ...viewer, role: withheld }, role)) throw secondFactorRequired();
  throw viewer === null
    ? signInRequired()
    : new DomainError('forbidden', 'ROLE_REQUIRED', 'Your role does not allow this.');
}

const atLeast = (role: Role) =>
  scoped({ readsToken: true }).use(async ({ ctx, meta, next }) => {
    requireRole(ctx.actor, role);
    if (meta?.needsConfirmation) await requireConfirmation(ctx.scope);
    return next();
  });

/** For signing in: ignores the session token, valid or not. Limited by address. */
export const openProcedure = scoped({ readsToken: false, countsAddress: true }).meta({ ignoresToken: true });
/** For everyone; a session token is optional, but must be valid. Limited by address, also with a session. */
export const publicProcedure = scoped({ readsToken: true, countsAddress: true });
export const userProcedure = atLeast('user');
export const checkerProcedure = atLeast('checker');
export const adminProcedure = atLeast('admin');

const NEEDS_CONFIRMATION = { needsConfirmation: true } as const;
/** For changes to the security of the own account. A session that was only stolen is not enough. */
export const confirmedUserProcedure = userProcedure.meta(NEEDS_CONFIRMATION);
/** The same for changes by admins to accounts and settings. */
export const confirmedAdminProcedure = adminProcedure.meta(NEEDS_CONFIRMATION);

/**
 * The same schema, parsed synchronously, for the most frequent calls. tRPC parses asynchronously, for which zod has no
 * compiled path, and none of our schemas needs it.
 */
export function syncParse<Schema extends z.ZodType>(schema: Schema): Schema {
  const own = schema.clone();
  own.parseAsync = async (value, params) => own.parse(value, params);
  return own;
}

/**
 * As `syncParse`, for an output whose `data` may be a JSON text already. Such an output is passed on as it is, only to a
 * transport that has asked for it (`CallContext.isVisitorRead`); so the type of the output is right for all others.
 */
export function orJsonText<Output, Input>(
  schema: z.ZodType<Output, Input>,
): z.ZodType<Output, Input | WithText<Input>> {
  const own = schema.clone();
  own.parseAsync = async (value, params) => (hasText(value) ? (value as Output) : own.parse(value, params));
  return own;
}

type Rest = [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string];

const restMeta = (protect: boolean, [method, path, summary]: Rest) => ({
  openapi: { method, path, summary, protect, tags: [path.split('/')[1] ?? 'api'] },
});

/** REST path and method of a procedure that requires a token (docs/api.md). */
export const rest = (...route: Rest) => restMeta(true, route);
/** The same for a public procedure. */
export const openRest = (...route: Rest) => restMeta(false, route);

/** Whether objects and arrays are nested deeper than `limit`; stops there, so deep input is cheap to reject. */
function nestsDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((inner) => nestsDeeperThan(inner, limit - 1));
}
