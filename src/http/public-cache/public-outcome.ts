import { callTRPCProcedure, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { bytesOf, jsonOf } from '../../lib/json-text.ts';
import type { CallContext } from '../../trpc/context.ts';
import { asTrpcError, retryAfterOf } from '../../trpc/errors.ts';
import { appRouter } from '../../trpc/router.ts';
import { withMeantFields } from '../meant-fields.ts';
import { restFailure, trpcFailure } from '../refusals/error-handler.ts';
import type { PublicRequest } from './public-queries.ts';

export interface Outcome {
  status: number;
  type: string;
  body: Buffer;
  /** Seconds until a retry makes sense. */
  retryAfter: number | null;
}

type Call = PublicRequest['calls'][number];
type Result = { call: Call } & ({ data: unknown } | { error: TRPCError });

/** The JSON of a result in tRPC's envelope. */
const enveloped = (result: Result, ctx: CallContext) =>
  'data' in result
    ? ['{"result":{"data":', ...jsonOf(result.data), '}}']
    : jsonOf(trpcFailure(result.error, { ...result.call, ctx }));

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
  { form, calls }: Pick<PublicRequest, 'form' | 'calls'>,
  ctx: CallContext,
): Promise<Outcome> {
  const results = await Promise.all(
    calls.map((call, batchIndex): Promise<Result> => {
      const getRawInput = async () => call.input;
      const common = { router: appRouter, type: 'query', ctx, signal: undefined, batchIndex } as const;
      return callTRPCProcedure({ ...common, path: call.path, getRawInput }).then(
        (data) => ({ call, data }),
        (error) => ({ call, error: asTrpcError(error) }),
      );
    }),
  );
  const [first] = results;
  if (form === 'rest' && first) return restOutcome(first, ctx);
  const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
  const list = results.flatMap((result, index) => [index === 0 ? '' : ',', ...enveloped(result, ctx)]);
  const body = bytesOf(form === 'batch' ? ['[', ...list, ']'] : list);
  return { status: statusOf(results), type: 'application/json', body, retryAfter: retryAfterOf(errors) };
}

function restOutcome(result: Result, { origin }: CallContext): Outcome {
  const type = 'application/json; charset=utf-8';
  if ('data' in result) return { status: 200, type, body: bytesOf(jsonOf(result.data)), retryAfter: null };
  const failure = withMeantFields(result.error, result.call.path, result.call.input);
  const { status, body, retryAfter } = restFailure(failure, origin.requestId);
  return { status, type, body: bytesOf(jsonOf(body)), retryAfter };
}
