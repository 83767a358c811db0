import { QueryCache, QueryClient } from '@tanstack/react-query';
import { errorData, isAborted, isTemporary } from './errors.ts';

/** A user who would have to wait for longer should see the error. */
const LONGEST_WAIT_MS = 5_000;

/** How long the server asks to wait before the call is made again, in milliseconds; 0 when it does not ask. */
const waitOf = (error: unknown): number => (errorData(error)?.retryAfter ?? 0) * 1_000;

/** True when the same call may succeed later: there was no response, a server error, or too many calls. */
export const mayPass = (error: unknown): boolean => isTemporary(error) || waitOf(error) > 0;

/** Retries once, also when the rate of calls was limited, but not at the end of a long wait or before one. */
export const retry = (failures: number, error: unknown): boolean =>
  failures < 1 && !isAborted(error) && waitOf(error) <= LONGEST_WAIT_MS && mayPass(error);

/** The delay before a retry, in milliseconds. */
export const retryDelay = (_failures: number, error: unknown): number => waitOf(error) || 1_000;

/** A query of any kind. */
export interface Requested {
  state: { dataUpdatedAt: number };
}

const begun = new WeakMap<object, number>();

/**
 * When the latest request of a query began, in milliseconds as of `Date.now`: its result includes what had changed by then.
 * 0 when it failed, as the data may be older.
 */
export const requestedAt = (query: Requested): number => begun.get(query) ?? query.state.dataUpdatedAt;

/**
 * Fetches a query again after its first fetch if it was invalidated meanwhile: the result may be older than the change.
 * The library restarts later fetches, but lets the first one finish.
 */
class FreshQueryClient extends QueryClient {
  readonly #outdated = new WeakSet<object>();

  constructor() {
    super({
      queryCache: new QueryCache({
        onSuccess: (_data, query) => {
          if (this.#outdated.delete(query))
            void this.invalidateQueries({ queryKey: query.queryKey, exact: true });
        },
      }),
      defaultOptions: {
        queries: { staleTime: 30_000, retry, retryDelay, networkMode: 'always', refetchOnReconnect: true },
        mutations: { retry: false, networkMode: 'always' },
      },
    });
    this.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (event.action.type === 'fetch') begun.set(event.query, Date.now());
      if (event.action.type === 'error') begun.set(event.query, 0);
    });
  }

  override invalidateQueries(
    ...[filters, options]: Parameters<QueryClient['invalidateQueries']>
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      if (query.state.data === undefined) this.#outdated.add(query);
    return super.invalidateQueries(filters, options);
  }
}

/**
 * Results stay fresh for half a minute. Without a network, calls fail at once: by default they would wait, and a write
 * would be sent when the network returns, perhaps long after its user gave up.
 */
export const createQueryClient = (): QueryClient => new FreshQueryClient();
