import type { QueryClient } from '@tanstack/react-query';
import type { TRPCLink } from '@trpc/client';
import { observable, tap } from '@trpc/server/observable';
import type { AppRouter } from '../../../src/trpc/router.ts';
import { isUnknownOutcome } from './errors.ts';

/** The `meta` of a query whose screen updates its result by other means. */
export const KEPT = { isKept: true };

/**
 * After a write with an unknown outcome, any data may be outdated: what is on screen is requested again, and everything else
 * when it is next shown. What cannot be read then is left to `keepRecovering`.
 */
export const outcomeLink =
  (queries: QueryClient): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op)
        .pipe(
          tap({
            error(error) {
              if (op.type === 'mutation' && isUnknownOutcome(error))
                void queries.invalidateQueries({ predicate: ({ meta }) => meta !== KEPT });
            },
          }),
        )
        .subscribe(observer),
    );
