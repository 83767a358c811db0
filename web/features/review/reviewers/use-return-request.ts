import { useRef, useState } from 'react';
import type { ReturnRun, Reviewer } from '../../../../src/contract/oversight.ts';
import { errorText } from '../../../lib/errors.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useForecast } from './return-forecast.tsx';
import { useReloadAfterReturn } from './use-return-runs.ts';

const FAILED = 'Failed to start the return';

/** A return that is being asked for: what it is to do, what that would hit, and the second act. */
export function useReturnRequest(
  { user_id: reviewer_id, username, account_status }: Reviewer,
  proposed: string,
) {
  const [since, setSince] = useState(proposed);
  const [suspends, setSuspends] = useState(false);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [run, setRun] = useState<ReturnRun | null>(null);
  const forecast = useForecast(reviewer_id, since);
  const reload = useReloadAfterReturn();
  const start = trpc.oversight.start.useMutation();
  const sending = useRef(false);
  const isSuspended = account_status === 'Suspended';
  const suspend = suspends && !isSuspended;
  const hits = forecast.data && (forecast.data.approvals > 0 || suspend) ? forecast.data : null;

  async function send() {
    if (!hits || sending.current) return;
    if (typed.trim().toLowerCase() !== username.toLowerCase()) {
      setFault(`Type ${username} to go on`);
      return;
    }
    sending.current = true;
    try {
      setRun(await start.mutateAsync({ reviewer_id, since, suspend }));
    } catch {
      // Said above the button.
    } finally {
      sending.current = false;
      // When it failed too: another admin may have been faster.
      await reload();
    }
  }

  return {
    since,
    setSince,
    suspend,
    setSuspends,
    isSuspended,
    typed,
    type: (text: string) => {
      setTyped(text);
      setFault(null);
    },
    fault,
    forecast,
    /** What it would do; null while that is unknown, or nothing. */
    hits,
    failure: start.error && errorText(start.error, FAILED),
    pending: start.isPending,
    send,
    /** The return once it is started. */
    run,
  };
}

export type ReturnRequest = ReturnType<typeof useReturnRequest>;
