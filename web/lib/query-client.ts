import { QueryClient } from '@tanstack/react-query';
import { errorData } from './errors.ts';

/** Tries once more what no answer came to, or a failure of the server; a refusal stays a refusal. */
const retry = (failures: number, error: unknown): boolean =>
  failures < 1 && (errorData(error)?.httpStatus ?? 503) >= 500;

/** Answers hold for half a minute. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry },
      mutations: { retry: false },
    },
  });
