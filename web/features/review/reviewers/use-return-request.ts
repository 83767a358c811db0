import { skipToken } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { calendarDay } from '../../../../src/contract/market/search-param-values.ts';
import type { ReturnRun, Reviewer } from '../../../../src/contract/review/reviewer-audit.ts';
import { errorText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useReloadAfterReturn } from './use-return-runs.ts';

/** What a return from a day on would do; never from the cache. */
function useForecast(reviewerId: number, since: string) {
  const isDay = calendarDay(since) !== undefined;
  return trpc.reviewerAudit.preview.useQuery(isDay ? { reviewer_id: reviewerId, since } : skipToken, {
    staleTime: 0,
    gcTime: 0,
  });
}

/** The form that requests a return: its fields, its forecast and its confirmation. */
export function useReturnRequest({ user_id: reviewer_id, username }: Reviewer, initialSince: string) {
  const [since, setSince] = useState(initialSince);
  const [confirmation, setConfirmation] = useState('');
  const [confirmationError, setConfirmationError] = useState<string | null>(null);
  const [run, setRun] = useState<ReturnRun | null>(null);
  const forecast = useForecast(reviewer_id, since);
  const reload = useReloadAfterReturn();
  const start = trpc.reviewerAudit.start.useMutation();
  const sending = useRef(false);
  const effect = forecast.data && forecast.data.approvals > 0 ? forecast.data : null;

  async function send() {
    if (!effect || sending.current) return;
    if (confirmation.trim().toLowerCase() !== username.toLowerCase()) {
      setConfirmationError(`Type ${username} to continue`);
      return;
    }
    sending.current = true;
    try {
      setRun(await start.mutateAsync({ reviewer_id, since }));
    } catch {
      // `failure` has the message.
    } finally {
      sending.current = false;
      // After a failure too: another admin may have been first.
      await reload();
    }
  }

  return {
    since,
    setSince,
    confirmation,
    confirm: (text: string) => {
      setConfirmation(text);
      setConfirmationError(null);
    },
    confirmationError,
    forecast,
    /** What the return would do; null while that is unknown, or nothing. */
    effect,
    failure: start.error && errorText(start.error, 'Failed to start the return'),
    pending: start.isPending,
    send,
    /** The return once it is started. */
    run,
  };
}

export type ReturnRequest = ReturnType<typeof useReturnRequest>;
