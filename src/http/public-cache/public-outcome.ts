import { type AnyTRPCRouter, callTRPCProcedure, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { getErrorShape } from '@trpc/server/shared';
import type { CallContext } from '../../trpc/context.ts';
import { asTrpcError, retryAfterOf } from '../../trpc/errors.ts';
import { restFailure } from '../refusals/error-handler.ts';
import type { PublicRequest } from './public-queries.ts';

/** A response before it is sent. */
export interface Outcome {
  status: number;
  type: string;
  body: Buffer;
  /** Seconds until a retry makes sense. */
  retryAfter: number | null;
}

type Result = { data: unknown } | { error: TRPCError };

/** tRPC's envelope of a result, also within a batch. */
function enveloped(router: AnyTRPCRouter, ctx: CallContext, { path, input }: PublicRequest['calls'][number]) {
  const config = router._def._config;
  return (result: Result) =>
    'data' in result
      ? { result: { data: result.data } }
      : { error: getErrorShape({ config, error: result.error, type: 'query', path, input, ctx }) };
}

/** 207 for a batch whose calls have different statuses. */
function statusOf(results: readonly Result[]): number {
  const all = new Set(
    results.map((result) => ('error' in result ? getHTTPStatusCodeFromError(result.error) : 200)),
  );
  const [first = 200] = all;
  return all.size > 1 ? 207 : first;
}

/** Makes the calls of a request, and formats their results for its transport. */
export async function outcomeOf(
  router: AnyTRPCRouter,
  { form, calls }: PublicRequest,
  ctx: CallContext,
): Promise<Outcome> {
  const results = await Promise.all(
    calls.map(({ path, input }, batchIndex): Promise<Result> => {
      const getRawInput = async () => input;
      const call = { router, path, type: 'query', ctx, getRawInput, signal: undefined, batchIndex } as const;
      return callTRPCProcedure(call).then(
        (data) => ({ data }),
        (error) => ({ error: asTrpcError(getTRPCErrorFromUnknown(error)) }),
      );
    }),
  );
  const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
  const [first] = results;
  const [failure] = errors;
  if (form === 'rest') {
    const type = 'application/json; charset=utf-8';
    if (!failure) return outcome(200, type, first && 'data' in first ? first.data : undefined, null);
    const { status, body, retryAfter } = restFailure(failure, ctx.origin.requestId);
    return outcome(status, type, body, retryAfter);
  }
  const shapes = results.map((result, index) => {
    const call = calls[index];
    return call && enveloped(router, ctx, call)(result);
  });
  const body = form === 'batch' ? shapes : shapes[0];
  return outcome(statusOf(results), 'application/json', body, retryAfterOf(errors));
}

const outcome = (status: number, type: string, body: unknown, retryAfter: number | null): Outcome => ({
  status,
  type,
  body: Buffer.from(JSON.stringify(body)),
  retryAfter,
});
