import type { ReviewDetail } from '../../../../src/contract/review.ts';
import type { AnySale } from '../../../../src/contract/sale.ts';
import { type Fact, ProofLink } from '../../../sales/sale-parts.tsx';
import { saleName } from '../../../sales/sale-summary.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { DateText, PriceText } from '../../../ui/sale-text.tsx';
import { salesCount } from '../state/review-labels.ts';
import { EvidenceLink } from './evidence-link.tsx';
import { ReviewSection } from './section.tsx';

/** How one knows of the sale: the whole address, so that its host and thread can be read before they are opened. */
export function proofFact({ proof_url: url, sale_id }: AnySale): Fact {
  if (!url) return ['Proof', 'None was given', 'wide'];
  return [
    'Proof',
    <ProofLink key="proof" url={url} of={`sale ${sale_id}`}>
      {url}
    </ProofLink>,
    'wide',
  ];
}

/** What else is said to be proved by the same thread. */
export function SameProof({ proof }: { proof: NonNullable<ReviewDetail['proof']> }) {
  const { sales, total, host } = proof;
  return (
    <ReviewSection title="Other sales with this proof" note={host}>
      {total === 0 && <p className="text-sm text-ink-soft">No other sale has this proof.</p>}
      {total > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {sales.map((sale) => (
            <li
              key={sale.sale_id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm"
            >
              <span className="min-w-0 flex-1 basis-36 truncate">
                <EvidenceLink saleId={sale.sale_id} /> {saleName(sale)}
              </span>
              <PriceText price={sale.price} />
              <span className="flex items-center justify-between gap-x-3 text-xs text-ink-faint max-md:basis-full">
                <DateText iso={sale.date_sold} />
                <StatusBadge status={sale.status} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {total > sales.length && (
        <p className="mt-1 text-xs text-ink-faint">and {salesCount(total - sales.length)} more</p>
      )}
    </ReviewSection>
  );
}
