import { QueryClient } from '@tanstack/react-query';
import { errorData } from './errors.ts';

/** Retries once when there was no response or a server error; a 4xx is final. */
const retry = (failures: number, error: unknown): boolean =>
  failures < 1 && (errorData(error)?.httpStatus ?? 503) >= 500;

/**
 * Results stay fresh for half a minute. Without a network, calls fail at once: by default they would wait, and a write
 * would be sent when the network returns, perhaps long after its user gave up.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
