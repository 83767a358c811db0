import type { RequestHandler, Response, Router } from 'express';
import { orList } from '../contract/shared/lists.ts';
import { DomainError } from '../lib/errors.ts';

function setAllow(response: Response, methods: readonly string[]): void {
  response.setHeader('Allow', methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', '));
}

/** Refuses the method of a request to an address that takes other ones. @throws DomainError unsupported_method */
export function refuseMethod(
  response: Response,
  methods: readonly string[],
  sentence = `This method is not supported: use ${orList(methods)}.`,
): never {
  setAllow(response, methods);
  throw new DomainError('unsupported_method', 'METHOD_NOT_SUPPORTED', sentence);
}

/** Treats HEAD as GET, for handlers that do not know it. Node.js sends no body by itself. */
export const headAsGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};

/** Notes that the address of a request takes these methods, for `refuseOtherMethods`. */
export function noteMethods(response: Response, methods: readonly string[]): void {
  response.locals.methods ??= new Set<string>();
  for (const method of methods) response.locals.methods.add(method);
}

/**
 * Makes the routes of a router note their methods for a request that matches their path, and that they have not answered.
 * Express would answer OPTIONS with the methods of all of them, also when the words of the path are not ids.
 */
export function notingMethods(router: Router): Router {
  for (const { route } of router.stack) {
    if (!route) continue;
    // Handlers of all methods have none.
    const methods = route.stack.flatMap(({ method }) => (method ? [method.toUpperCase()] : []));
    route.all(({ params }, response, next) => {
      // The words of an unknown path are not ids.
      if (params.id === undefined || /^\d+$/.test(String(params.id))) noteMethods(response, methods);
      next();
    });
  }
  return router;
}

/** After routers that note their methods: refuses the others, and passes requests to unknown paths on. */
export const refuseOtherMethods: RequestHandler = ({ method }, response, next) => {
  const noted: Set<string> | undefined = response.locals.methods;
  if (!noted || noted.has(method === 'HEAD' ? 'GET' : method)) return next();
  const methods = [...noted];
  if (method !== 'OPTIONS') refuseMethod(response, methods);
  setAllow(response, methods);
  response.status(204).end();
};
