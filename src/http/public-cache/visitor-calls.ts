import type { DomainError } from '../../lib/errors.ts';
import type { Origin } from '../../modules/scope.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { CallContext, CallerPosition } from '../../trpc/context.ts';
import { logSuccess } from '../../trpc/procedures.ts';
import { outcomeOf } from './public-outcome.ts';
import type { PublicRequest } from './public-queries.ts';

/** Returns a function that replays the results of the rate limit for a batch's calls, one by one. */
function takenFrom(refusals: readonly (DomainError | null)[]): () => void {
  const left = [...refusals];
  return () => {
    const refusal = left.shift();
    if (refusal) throw refusal;
  };
}

/** Makes, counts and logs calls of visitors. */
export class VisitorCalls {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Makes calls of a visitor. `isPassing` of results that will change although nothing else does. */
  async outcomeFor(
    asked: Pick<PublicRequest, 'form' | 'calls'>,
    origin: Origin,
    position: CallerPosition,
    refusals?: readonly (DomainError | null)[],
  ) {
    const visitor = { token: null, pendingToken: null, code: null, idempotencyKey: null, socket: null };
    let isPassing = false;
    const context: CallContext = {
      runtime: this.#runtime,
      origin,
      position,
      ...visitor,
      isVisitorRead: true,
      preventCaching: () => {
        isPassing = true;
      },
      ...(refusals && { takeRead: takenFrom(refusals) }),
    };
    return { ...(await outcomeOf(asked, context)), isPassing };
  }

  /** Counts calls that a cached response answers; an error for each that is refused. */
  countReads({ calls }: Pick<PublicRequest, 'calls'>, { ip }: Origin): (DomainError | null)[] {
    return calls.map(() => this.#runtime.calls.countRead(ip));
  }

  /** Logs and measures calls that a cached response has answered. */
  logReads({ calls }: Pick<PublicRequest, 'calls'>, origin: Origin, started: number): void {
    const ms = Math.round(performance.now() - started);
    for (const { path } of calls)
      logSuccess({ runtime: this.#runtime, origin, isVisitorRead: true }, path, 'query', ms);
  }
}
