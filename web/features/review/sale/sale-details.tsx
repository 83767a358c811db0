import { type Ref, useEffect, useRef, useState } from 'react';
import type { ReviewDetail, ReviewSale } from '../../../../src/contract/review.ts';
import { errorText } from '../../../lib/errors.ts';
import { trpc } from '../../../lib/trpc.ts';
import { EditForm } from '../../../sales/edit-form.tsx';
import { traitFacts } from '../../../sales/sale-facts.tsx';
import { Facts, SaleTitle } from '../../../sales/sale-parts.tsx';
import { saleName, summarise } from '../../../sales/sale-summary.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { DateText, PriceText } from '../../../ui/sale-text.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ageWords } from '../state/review-labels.ts';
import type { Reviewing } from '../state/use-open-sale.ts';
import { CompareDialog } from './comparison.tsx';
import { CompareContext } from './evidence-link.tsx';
import { FlagList } from './flag-list.tsx';
import { proofFact, SameProof } from './proof-panel.tsx';
import { SaleHistory } from './sale-history.tsx';
import { SkeletonSection } from './section.tsx';
import { SimilarSales } from './similar-sales.tsx';

const DETAIL_FAILED = 'Failed to load what belongs to this sale';

function recordWords({ approved, rejected }: NonNullable<ReviewDetail['record']>): string {
  const total = approved + rejected;
  if (total === 0) return 'first submission to be decided';
  return `${approved} approved, ${rejected} rejected of the last ${total}`;
}

interface HeadProps {
  sale: ReviewSale;
  /** Undefined while the answer is on its way. */
  record: ReviewDetail['record'] | undefined;
  heading: Ref<HTMLHeadingElement>;
}

/** What it is, what was paid, and who says so with which record. */
function Head({ sale, record, heading }: HeadProps) {
  const summary = summarise(sale);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <SaleTitle summary={summary} size={56}>
        <h2 ref={heading} tabIndex={-1} data-sale-heading className="text-xl font-semibold">
          {summary.name}
        </h2>
      </SaleTitle>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <PriceText price={sale.price} size="lg" />
        <StatusBadge status={sale.status} />
      </div>
      <p className="w-full text-sm text-ink-soft">
        <span className="tabular-nums">#{sale.sale_id}</span> by{' '}
        <span className="font-medium text-ink">{sale.submitted_by_username ?? 'unknown'}</span>
        {/* Its place is kept while the answer is on its way. */}
        {record !== null && (
          <span className="text-ink-faint"> ({record ? recordWords(record) : 'record…'})</span>
        )}
        , submitted {ageWords(sale.date_submitted, Date.now())}
        {ageWords(sale.date_submitted, Date.now()) === 'now' ? '' : ' ago'}
      </p>
    </div>
  );
}

interface SaleReviewProps {
  review: Reviewing;
  /** Of the edit form, for the buttons outside it. */
  formId: string;
  onSaving: (saving: boolean) => void;
  /** After the form was saved. */
  onSaved?: (() => void) | undefined;
}

/** One submission: all of it, what to look at, and how it came to be what it is; or the form that changes it. */
export function SaleReview({ review, formId, onSaving, onSaved }: SaleReviewProps) {
  const { sale, desk, mode } = review;
  const { data: detail, error, isFetching, refetch } = trpc.reviews.detail.useQuery({ id: sale.sale_id });
  const [compared, setCompared] = useState<number | null>(null);
  const [comparing, setComparing] = useState(false);
  const newest = detail?.sale;
  const { put } = desk;
  const heading = useRef<HTMLHeadingElement>(null);
  const editing = mode === 'edit';
  const edited = useRef(false);
  useEffect(() => {
    // The form is gone, and the focus with it.
    if (edited.current && !editing) heading.current?.focus();
    edited.current = editing;
  }, [editing]);
  useEffect(() => {
    if (newest) put(newest);
  }, [newest, put]);

  function compare(id: number) {
    setCompared(id);
    setComparing(true);
  }

  return (
    <CompareContext value={compare}>
      <div className="space-y-6">
        <Head sale={sale} record={error && !detail ? null : detail?.record} heading={heading} />
        {editing ? (
          <EditForm
            key={sale.sale_id}
            id={formId}
            sale={sale}
            asAdmin={review.isAdmin}
            onSave={(seen, changes) => desk.edit(seen, changes, review.isAdmin)}
            onSaving={onSaving}
            onDone={() => {
              review.setMode('look');
              onSaved?.();
            }}
          />
        ) : (
          <>
            <FlagList sale={sale} />
            <SaleTraits sale={sale} />
            {sale.review_notes && <Notes notes={sale.review_notes} />}
            {error && (
              <ErrorState
                banner
                message={errorText(error, DETAIL_FAILED)}
                onRetry={refetch}
                retrying={isFetching}
              />
            )}
            {detail ? (
              <>
                <SimilarSales sale={sale} similar={detail.similar} />
                {detail.proof && <SameProof proof={detail.proof} />}
                <SaleHistory history={detail.history} />
              </>
            ) : (
              !error && (
                <>
                  <SkeletonSection title="Comparable approved sales" lines={4} />
                  {sale.proof_url && <SkeletonSection title="Other sales with this proof" lines={1} />}
                  <SkeletonSection title="History" lines={2} />
                </>
              )
            )}
          </>
        )}
      </div>
      {compared !== null && (
        <CompareDialog
          sale={sale}
          otherId={compared}
          open={comparing}
          onClose={() => setComparing(false)}
          title={`Sale #${compared} beside ${saleName(sale)}, sale #${sale.sale_id}`}
        />
      )}
    </CompareContext>
  );
}

/** What the head does not say. */
function SaleTraits({ sale }: { sale: ReviewSale }) {
  const { traits } = summarise(sale);
  const sold = ['Date sold', <DateText key="sold" iso={sale.date_sold} />] as const;
  return <Facts facts={[proofFact(sale), sold, ...(traits ? traitFacts(traits) : [])]} />;
}

function Notes({ notes }: { notes: string }) {
  return (
    <div>
      <h3 className="overline-label">Review notes</h3>
      <p className="text-base whitespace-pre-wrap">{notes}</p>
    </div>
  );
}
