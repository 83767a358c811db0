import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { hasRole, type Role } from '../contract/accounts/roles.ts';
import { LIMITS } from '../contract/shared/limits.ts';
import { nestsDeeperThan } from '../lib/depth.ts';
import { DomainError, invalidInput } from '../lib/errors.ts';
import { setActingUser, withRequestContext } from '../lib/request-context.ts';
import { type Actor, actorName, VISITOR, viewerOf } from '../modules/actor.ts';
import type { RequestScope } from '../modules/scope.ts';
import { SessionsService } from '../modules/sessions/sessions.service.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { createServices } from '../runtime/services.ts';
import type { CallContext } from './context.ts';
import { asTrpcError, publicError } from './errors.ts';
import { t } from './init.ts';

export { t } from './init.ts';

/** No input of the product nests deeply; one that does means harm to whatever walks through it. */
const tooDeep = () =>
  invalidInput([
    { field: '', message: `The input is nested too deeply: at most ${LIMITS.inputDepth} levels.` },
  ]);

/** The line and the figure of a call that was answered. */
export function tellAnswered({ logger, metrics }: Runtime, path: string, type: string, ms: number): void {
  metrics.call(path, 'ok', ms);
  logger.info({ category: 'api', type, ms, status: 'ok' }, path);
}

/** Translates failures and writes one log line a call, within the call's own log context. */
const observed = t.procedure.use(({ ctx, path, type, next }) =>
  withRequestContext({ requestId: ctx.origin.requestId, ip: ctx.origin.ip, path }, async () => {
    ctx.reached?.();
    const { logger, clock, metrics } = ctx.runtime;
    const started = clock.now().getTime();
    const result = await next();
    const ms = clock.now().getTime() - started;
    if (result.ok) {
      tellAnswered(ctx.runtime, path, type, ms);
      return result;
    }
    const line = { category: 'api', type, ms };
    const error = asTrpcError(result.error);
    metrics.call(path, error.code, ms);
    if (error.code === 'INTERNAL_SERVER_ERROR') logger.error({ ...line, err: error.cause ?? error }, path);
    else logger.info({ ...line, status: error.code, reason: publicError(error).message }, path);
    throw error;
  }),
);

/**
 * A fresh entity manager and the actor of the token as it is now: one scope a call, never a request.
 *
 * @param isUse false when a call that goes on is only looked at again
 */
export async function openScope(ctx: CallContext, readsToken: boolean, isUse = true): Promise<RequestScope> {
  const { runtime, origin, token } = ctx;
  const { clock, logger, config } = runtime;
  let em: EntityManager | undefined;
  const scope = {
    ...{ origin, clock, logger, config },
    actor: VISITOR,
    // Opened at its first use: what the public reads needs none.
    get em() {
      em ??= runtime.orm.em.fork({ useContext: true });
      return em;
    },
  };
  if (readsToken && token !== null) scope.actor = await new SessionsService(scope).resolve(token, isUse);
  return scope;
}

/**
 * Opens the scope of a call: input that nests too deeply is refused before anything walks through it, and, of reads
 * that are limited, every call of a batch counts before the database hears of it.
 */
const scoped = (readsToken: boolean, limitsReads = false) =>
  observed.use(async ({ ctx, type, getRawInput, next }) => {
    if (nestsDeeperThan(await getRawInput(), LIMITS.inputDepth)) throw tooDeep();
    if (limitsReads && type === 'query')
      await (ctx.takeRead ? ctx.takeRead() : ctx.runtime.limits.takeRead(ctx.origin.ip));
    const scope = await openScope(ctx, readsToken);
    const name = actorName(scope.actor);
    if (name !== null) setActingUser(name);
    return next({
      ctx: { ...ctx, scope, actor: scope.actor, services: createServices(scope, ctx.runtime) },
    });
  });

/** Refuses who may not: without an account 401, with a role that does not suffice 403. */
export function requireRole(actor: Actor, role: Role): void {
  const viewer = viewerOf(actor);
  if (hasRole(viewer, role)) return;
  throw viewer === null
    ? new DomainError('unauthenticated', 'SIGN_IN_REQUIRED', 'Please sign in first.')
    : new DomainError('forbidden', 'ROLE_REQUIRED', 'Your role does not allow this.');
}

const atLeast = (role: Role) =>
  scoped(true).use(({ ctx, next }) => {
    requireRole(ctx.actor, role);
    return next();
  });

/** Signing in: a token that is sent along, dead or alive, does not matter. */
export const openProcedure = scoped(false);
/** For everyone; a token that is sent along must be alive. Reads are limited by address. */
export const publicProcedure = scoped(true, true);
export const userProcedure = atLeast('user');
export const checkerProcedure = atLeast('checker');
export const adminProcedure = atLeast('admin');

/**
 * The same schema, which is held against a value in one go: tRPC asks zod to wait for every part, for which zod has no
 * compiled way, and none of ours has anything to wait for. For the calls that are made most.
 */
export function syncParse<Schema extends z.ZodType>(schema: Schema): Schema {
  const own = schema.clone();
  own.parseAsync = async (value, params) => own.parse(value, params);
  return own;
}

type Rest = [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string];

const restMeta = (protect: boolean, [method, path, summary]: Rest) => ({
  openapi: { method, path, summary, protect, tags: [path.split('/')[1] ?? 'api'] },
});

/** REST path and method of a procedure that takes a token (docs/api.md). */
export const rest = (...route: Rest) => restMeta(true, route);
/** The same for one that everybody may call. */
export const openRest = (...route: Rest) => restMeta(false, route);
