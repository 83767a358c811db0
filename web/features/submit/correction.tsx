import { skipToken } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { STATUS_LABELS } from '../../../src/contract/sale/statuses.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { readWholeNumber } from '../../../src/contract/shared/search-param-values.ts';
import { PATHS } from '../../lib/paths.ts';
import { errorData } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { rejectionReason } from '../../sales/sale-labels.ts';
import { saleReference } from '../../sales/sale-reference.ts';
import { DateText } from '../../ui/time/date-text.tsx';

const saleId = readWholeNumber(1, LIMITS.id.max);

/** The sale that a parameter of the address names. */
export const saleNamed = (search: string, parameter: 'correct' | 'again'): number | undefined =>
  saleId(new URLSearchParams(search).get(parameter) ?? '');

/**
 * The rejected sale that the address asks to correct; null without one, then perhaps with the problem, and undefined while
 * it loads.
 */
export function useCorrection() {
  const id = saleNamed(useSearch(), 'correct');
  const query = trpc.submissions.byId.useQuery(id === undefined ? skipToken : { id });
  const { data, error } = query;
  if (id === undefined) return { sale: null, problem: null, query };
  if (errorData(error)?.httpStatus === 404)
    return { sale: null, problem: `You have no submission #${id} that could be corrected.`, query };
  if (data?.resubmitted) {
    const problem = `Submission #${id} was resubmitted as #${data.resubmitted.sale_id}, so there is nothing to correct.`;
    return { sale: null, problem, query };
  }
  if (!data || data.status === 'rejected') return { sale: data, problem: null, query };
  const status = STATUS_LABELS[data.status].toLowerCase();
  return { sale: null, problem: `Submission #${id} is ${status}, so there is nothing to correct.`, query };
}

/** Why the form below is an ordinary one. */
export const NothingToCorrect = ({ problem }: { problem: string }) => (
  <p role="note" className="tinted mb-6 max-w-[38rem] bg-pending-soft px-4 py-3 text-sm">
    {problem}{' '}
    <Link href={PATHS.account} className="link">
      Your submissions
    </Link>
  </p>
);

export function Rejection({ sale }: { sale: Submission }) {
  return (
    <section aria-label="Rejection" className="tinted mb-6 max-w-[38rem] bg-rejected-soft px-4 py-3 text-sm">
      <h2 className="font-semibold text-rejected wrap-anywhere">
        {saleReference(sale)}, was rejected
        {sale.decided_at && (
          <>
            {' '}
            on <DateText iso={sale.decided_at} />
          </>
        )}
      </h2>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{rejectionReason(sale)}</p>
      <p className="mt-1 text-ink-soft">
        Correct it below and submit it again. This makes a new submission; the rejected one stays as it is.
      </p>
    </section>
  );
}
