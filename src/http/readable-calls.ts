import type { TRPCProcedureType } from '@trpc/server';
import type { Request, RequestHandler } from 'express';
import { LIMITS } from '../contract/shared/limits.ts';
import { tooManyCalls } from '../trpc/errors.ts';
import { appRouter } from '../trpc/router.ts';
import { notSentAsJson, requireJson } from './json-body.ts';
import { refuseMethod } from './methods.ts';
import { proceduresOf } from './procedures.ts';
import { parametersOf } from './request.ts';

const TYPES = new Map(proceduresOf(appRouter).map(({ name, type }) => [name, type]));

const METHODS_OF: Record<TRPCProcedureType, readonly string[]> = {
  query: ['GET'],
  mutation: ['POST'],
  subscription: [],
};
/** The methods that tRPC's adapter can read. */
const CALL_METHODS = ['GET', 'POST'];

const ONLY_OVER_SOCKETS = 'Subscriptions run over the WebSocket at /trpc.';

/** The procedures that a request names, as tRPC reads them. @throws DomainError invalid, for more than a batch can have */
function namesOf({ path, url }: Request): string[] {
  const name = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  if (!URL.canParse(url, 'http://localhost')) throw new URIError('The URL cannot be read.');
  if (new URL(url, 'http://localhost').searchParams.get('batch') !== '1') return [name];
  const names = name.split(',');
  if (names.length > LIMITS.batchCalls) throw tooManyCalls;
  return names;
}

/** The methods for calls of these procedures. tRPC refuses unknown ones, and those of several types. */
function methodsFor(names: readonly string[]): readonly string[] {
  const types = new Set(names.flatMap((name) => TYPES.get(name) ?? []));
  const [type] = types;
  return type && types.size === 1 ? METHODS_OF[type] : CALL_METHODS;
}

/**
 * Refuses requests that tRPC would answer with a 500, without an id, for a reason that does not help, or by one of two inputs.
 * Comes after `headAsGet`.
 */
export const requireReadableCall: RequestHandler = (request, response, next) => {
  const { method } = request;
  const methods = methodsFor(namesOf(request));
  parametersOf(request);
  if (methods.length === 0) refuseMethod(response, methods, ONLY_OVER_SOCKETS);
  if (!methods.includes(method)) refuseMethod(response, methods);
  // tRPC also requires the type of an empty body.
  if (method === 'POST' && !request.get('content-type')) throw notSentAsJson;
  requireJson(request, response, next);
};
