import { trpc } from '../../lib/server/trpc.ts';

/** The provider details that the operator has published; null where a setting is empty. */
export function useProvider() {
  const { data, error, isFetching, refetch } = trpc.legal.notice.useQuery({});
  return { provider: data, error, retrying: isFetching, retry: refetch };
}
