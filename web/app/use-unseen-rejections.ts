import { useSession } from '../lib/server/session.tsx';
import { trpc } from '../lib/server/trpc.ts';

/** The number of the user's rejected submissions that they have not seen; 0 for visitors and while loading. */
export function useUnseenRejections(): number {
  const { status } = useSession();
  const { data } = trpc.submissions.unseenRejections.useQuery({}, { enabled: status === 'in' });
  return status === 'in' ? (data?.count ?? 0) : 0;
}
