import { useEffect, useRef } from 'react';
import { isUnderWay, type Scan } from '../../../../src/contract/duplicates.ts';
import { trpc } from '../../../lib/trpc.ts';

/** How often a scan that is under way is looked at. */
const POLL_MS = 1_000;

const stepOf = (scan: Scan | undefined) => scan && `${scan.job_id} ${scan.status}`;

/** The newest scan for duplicates, followed while it goes on; the groups are loaded again when it has ended. */
export function useDuplicateScan() {
  const utils = trpc.useUtils();
  const start = trpc.admin.scanDuplicates.useMutation();
  const query = trpc.admin.scan.useQuery(
    {},
    { refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.status) ? POLL_MS : false) },
  );
  const step = stepOf(query.data);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== undefined && step !== before.current)
      void utils.admin.duplicateGroups.invalidate();
    before.current = step;
  }, [step, utils]);

  return {
    query,
    /** Asks for a scan; the one that is under way is as good. */
    async scan() {
      try {
        await start.mutateAsync({});
      } finally {
        await utils.admin.scan.invalidate();
      }
    },
  };
}
