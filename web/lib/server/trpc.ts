import type { QueryClient } from '@tanstack/react-query';
import { httpBatchLink, httpLink, type Operation, splitLink, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { SEQUENCE_HEADER } from '../../../src/contract/shared/sequence.ts';
import type { AppRouter } from '../../../src/trpc/router.ts';
import { confirmationLink } from './confirmation.ts';
import { trpcUrl } from './endpoint.ts';
import { outcomeLink } from './outcome-link.ts';
import { repeatLink } from './repeat-link.ts';
import { seenSequence, trackedFetch } from './sequence.ts';
import { sessionLink } from './session-link.ts';

/** The server's procedures as hooks: `trpc.items.list.useQuery(...)`. */
export const trpc = createTRPCReact<AppRouter>();

/** The results of the procedures: `Answers['auth']['profile']`. */
export type Answers = inferRouterOutputs<AppRouter>;

const url = trpcUrl(import.meta.env.VITE_API_BASE || '/api');

function headersOf(op: Operation | undefined): Record<string, string> {
  const { token, pendingToken, code, idempotencyKey } = op?.context ?? {};
  const sequence = seenSequence();
  return {
    ...(sequence && { [SEQUENCE_HEADER]: `${sequence}` }),
    ...(typeof token === 'string' && { authorization: `Bearer ${token}` }),
    ...(typeof pendingToken === 'string' && { authorization: `Pending ${pendingToken}` }),
    ...(typeof code === 'string' && { 'x-totp-token': code }),
    ...(typeof idempotencyKey === 'string' && { 'idempotency-key': idempotencyKey }),
  };
}

/** Subscriptions use a WebSocket, whose code is loaded with the first subscription. */
const liveLink: TRPCLink<AppRouter> = (runtime) => (call) =>
  observable((observer) => {
    let end: (() => void) | null = () => undefined;
    import('./live-link.ts').then(
      ({ socketLink }) => {
        if (end) end = socketLink(url)(runtime)(call).subscribe(observer).unsubscribe;
      },
      (error) => observer.error(error),
    );
    return () => {
      end?.();
      end = null;
    };
  });

/** Servers refuse longer URLs, so calls with long inputs are not batched. */
const URL_LENGTH = 12_000;

/** Context of a slow query: it is not batched, so that other queries need not wait for it. */
export const UNBATCHED = { trpc: { context: { unbatched: true } } } as const;

/**
 * Batches the calls of one session. A batch carries one token: after a logout, a call of the ended session would make
 * the server refuse the calls that follow it, too.
 */
const batchLink: TRPCLink<AppRouter> = (runtime) => {
  let current: { token: unknown; link: ReturnType<TRPCLink<AppRouter>> } | undefined;
  return (call) => {
    const { token } = call.op.context;
    if (current === undefined || current.token !== token) {
      const link = httpBatchLink<AppRouter>({
        url,
        maxItems: LIMITS.batchCalls,
        maxURLLength: URL_LENGTH,
        fetch: trackedFetch,
        headers: ({ opList }) => headersOf(opList[0]),
      });
      current = { token, link: link(runtime) };
    }
    return current.link(call);
  };
};

/** Queries are batched; mutations are not, so that each can carry an idempotency key. */
export const createClient = (queries: QueryClient) =>
  trpc.createClient({
    links: [
      outcomeLink(queries),
      repeatLink,
      confirmationLink,
      sessionLink,
      splitLink({
        condition: (op) => op.type === 'subscription',
        true: liveLink,
        false: splitLink({
          condition: (op) => op.type === 'mutation' || op.context.unbatched === true,
          true: httpLink({ url, fetch: trackedFetch, headers: ({ op }) => headersOf(op) }),
          false: batchLink,
        }),
      }),
    ],
  });
