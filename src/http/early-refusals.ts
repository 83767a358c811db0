import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Runtime } from '../runtime/runtime.ts';
import { asTrpcError } from '../trpc/errors.ts';
import { restFailure, trpcFailure } from './refusals/error-handler.ts';
import { clientAddress, sessionOf } from './request.ts';
import { sendUnkept, visitorHeaders } from './visitor-headers.ts';

const CALLS = /^\/(api|trpc)\//;

/**
 * Refuses calls of a client that has just reached its limit, before anything reads them, so that refusing a flood costs
 * little. Only the first refusal of each moment is logged.
 */
export function refuseEarly({ config, calls }: Runtime, application: RequestListener): RequestListener {
  const addressOf = clientAddress(config);
  const headersFor = visitorHeaders(config);
  return (request, response) => {
    const { url = '', headers, method } = request;
    // A preflight has no token, so it would count as a visitor's call instead of the caller's.
    if (calls.isCalm || method === 'OPTIONS' || !CALLS.test(url)) return application(request, response);
    const refusal = calls.refusedLately(sessionOf(request), addressOf(request));
    if (!refusal) return application(request, response);
    const requestId = randomUUID();
    const failure = asTrpcError(refusal);
    const { status, retryAfter, body } = restFailure(failure, requestId);
    const isRest = url.startsWith('/api/');
    sendUnkept(response, headersFor(isRest, headers.origin), requestId, {
      status,
      type: 'application/json',
      body: Buffer.from(JSON.stringify(isRest ? body : trpcFailure(failure))),
      retryAfter,
    });
  };
}
