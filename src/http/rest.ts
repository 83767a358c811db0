import { callTRPCProcedure, TRPCError } from '@trpc/server';
import express, { type Request, type Router } from 'express';
import { DomainError, invalidField, invalidInput } from '../lib/errors.ts';
import type { CallContext } from '../trpc/context.ts';
import { asTrpcError } from '../trpc/errors.ts';
import { appRouter } from '../trpc/router.ts';
import { parseJsonBody, requireJson } from './json-body.ts';
import { withMeantFields } from './meant-fields.ts';
import { METHODS, proceduresOf } from './procedures.ts';
import { parametersOf, positionHeader } from './request.ts';

const CODE_HEADER = 'X-TOTP-Token';

interface Route {
  path: string;
  procedure: string;
  type: 'query' | 'mutation';
  method: (typeof METHODS)[keyof typeof METHODS];
  /** The call takes a code of the second factor in a header. */
  takesCode: boolean;
}

/** The routes of all procedures with a REST path; fixed segments come before parameters, so that none is shadowed. */
function allRoutes(): Route[] {
  const routes = proceduresOf(appRouter).flatMap(({ name, type, rest, meta }): Route[] => {
    if (!rest || type === 'subscription') return [];
    const path = rest.path.replace(/\{(\w+)\}/g, ':$1');
    const takesCode = Object.hasOwn(meta.headers ?? {}, CODE_HEADER);
    return [{ path, procedure: name, type, method: METHODS[rest.method], takesCode }];
  });
  const sortKey = ({ path }: Route) => path.replaceAll('/:', '/\uffff');
  return routes.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function bodyOf(request: Request): Record<string, unknown> {
  const body: unknown = request.body;
  if (body === undefined) return {};
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalidField('', 'The body must be a JSON object');
  return body as Record<string, unknown>;
}

/** Merges the path with query or body; refuses a name that occurs in both, and what the other one contains. */
function inputOf(request: Request, reads: 'query' | 'body'): Record<string, unknown> {
  const given = reads === 'query' ? parametersOf(request) : bodyOf(request);
  const stray = Object.keys(reads === 'query' ? bodyOf(request) : request.query);
  const twice = Object.keys(given).filter((key) => Object.hasOwn(request.params, key));
  const unknownIn = (place: 'query' | 'body') => (key: string) => ({
    field: key,
    message: `Unknown field in the ${place}: ${key.slice(0, 100)}`,
  });
  const issues = [
    ...stray.map(unknownIn(reads === 'query' ? 'body' : 'query')),
    ...twice.map(unknownIn(reads)),
  ];
  if (issues.length) throw invalidInput(issues);
  return { ...given, ...request.params };
}

/** The failure of a call that takes a code in a header: what is wrong with the code is about that header. */
function aboutHeader(failure: TRPCError): TRPCError {
  const { code, message, cause } = failure;
  if (!(cause instanceof DomainError) || cause.extras.fields?.token === undefined) return failure;
  const { token, ...others } = cause.extras.fields;
  const extras = { ...cause.extras, fields: { ...others, [CODE_HEADER]: token } };
  return new TRPCError({ code, message, cause: new DomainError(cause.kind, cause.code, message, extras) });
}

/**
 * The REST paths. Each calls its procedure with path, query and body as one input (docs/api.md,
 * docs/decisions/0004-rest-adapter.md). Failures are passed to the application's error handler.
 */
export function restRouter(contextOf: (request: Request) => CallContext): Router {
  const rest = express.Router();
  rest.use(requireJson, parseJsonBody);
  for (const { path, procedure, type, method, takesCode } of allRoutes()) {
    const reads = method === 'get' || method === 'delete' ? 'query' : 'body';
    rest[method](path, async (request, response) => {
      const input = inputOf(request, reads);
      const controller = new AbortController();
      response.once('close', () => {
        if (!response.writableEnded) controller.abort();
      });
      const ctx = contextOf(request);
      const answer = await callTRPCProcedure({
        router: appRouter,
        path: procedure,
        type,
        ctx,
        getRawInput: async () => input,
        signal: controller.signal,
        batchIndex: 0,
      })
        .catch((error: unknown) => {
          const failure = withMeantFields(asTrpcError(error), procedure, input);
          throw takesCode ? aboutHeader(failure) : failure;
        })
        .finally(() => response.set(positionHeader(ctx.position)));
      response.setHeader('Cache-Control', 'no-store');
      response.json(answer);
    });
  }
  return rest;
}
