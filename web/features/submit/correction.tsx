import { skipToken } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { wholeNumber } from '../../../src/contract/market/search-param-values.ts';
import { saleName } from '../../../src/contract/sale/sale-name.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { rejectionReason } from '../../sales/sale-labels.ts';
import { DateText } from '../../ui/sale-text.tsx';

const saleId = wholeNumber(1, LIMITS.id.max);

/** The rejected sale that the address asks to correct; null without one, and undefined while it loads. */
export function useCorrection() {
  const id = saleId(new URLSearchParams(useSearch()).get('correct') ?? '');
  const query = trpc.submissions.byId.useQuery(id === undefined ? skipToken : { id });
  const { data } = query;
  const rejected = data?.status === 'rejected' ? data : null;
  return { sale: id === undefined ? null : data && rejected, query };
}

/** Why the sale in the form was rejected. */
export function Rejection({ sale }: { sale: Submission }) {
  return (
    <section
      aria-label="Rejection"
      className="mb-6 max-w-[38rem] rounded-md bg-rejected-soft px-4 py-3 text-sm"
    >
      <h2 className="font-semibold text-rejected wrap-anywhere">
        Sale #{sale.sale_id}, {saleName(sale)}, was rejected
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
