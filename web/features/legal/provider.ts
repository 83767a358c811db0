import { trpc } from '../../lib/trpc.ts';

/** Who answers for this site, as the operator has published it; null where nothing is. */
export function useProvider() {
  const { data, error, isFetching, refetch } = trpc.legal.notice.useQuery({});
  return { provider: data, error, retrying: isFetching, retry: refetch };
}
