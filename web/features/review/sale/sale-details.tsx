import { type Ref, useRef } from 'react';
import type { ReviewDetail, ReviewSale } from '../../../../src/contract/review/review.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { AccountStatusBadge } from '../../../accounts/account-badges.tsx';
import { serverNow } from '../../../lib/clock.ts';
import { errorData } from '../../../lib/server/errors.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { traitFacts } from '../../../sales/sale-facts.tsx';
import { submitterOf } from '../../../sales/sale-labels.ts';
import { ProofLink, SaleTitle } from '../../../sales/sale-parts.tsx';
import { summarise } from '../../../sales/sale-summary.ts';
import { Announced } from '../../../ui/announced.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { StatusBadge } from '../../../ui/sale/sale-badges.tsx';
import { PriceText } from '../../../ui/sale/sale-text.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { QueryError } from '../../../ui/states/states.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { Untranslated } from '../../../ui/untranslated.tsx';
import { ageLabel, GONE, reviewFailure } from '../state/review-labels.ts';
import { isReported } from '../state/review-queue.ts';
import { Shortcut } from '../state/shortcuts.tsx';
import type { OpenSale } from '../state/use-open-sale.ts';
import { useSaleActions } from '../state/use-sale-actions.ts';
import { ComparableSales, ComparisonProvider, EvidenceLink, SaleLines } from './comparison.tsx';
import { DetailSection, SkeletonSection } from './detail-section.tsx';
import { FlagList, FlagMarks } from './flags.tsx';
import { OutcomeBadge } from './outcome.tsx';
import { ReportList } from './report-list.tsx';
import { SaleHistory } from './sale-history.tsx';

/** With the code that forms need, it is as large as the rest of the screen. */
const EditForm = latePart(() => import('../../../sales/draft/edit-form.tsx'), { height: 'h-96' });

interface SaleDetailsProps {
  openSale: OpenSale;
  onSaved?: () => void;
}

/** Everything about the open sale that a decision needs, or the form that edits it. */
export function SaleDetails({ openSale, onSaved }: SaleDetailsProps) {
  const { sale, detail, mode, setMode, isAdmin, editForm } = openSale;
  const { edit } = useSaleActions();
  const heading = useRef<HTMLHeadingElement>(null);
  const isEditing = mode === 'edit';
  const similar = detail.data?.similar ?? [];
  useOnChange(isEditing, () => {
    // The form had the focus, and has been removed.
    if (!isEditing) heading.current?.focus();
  });

  return (
    <ComparisonProvider sale={sale}>
      {/* A control that gets the focus, and an error of the form, is scrolled clear of the bar with the buttons. */}
      <div className="space-y-6 [&_:is(input,textarea,select,button,a,[role=alert])]:scroll-mb-28">
        <Head
          sale={sale}
          record={detail.error && !detail.data ? null : detail.data?.record}
          heading={heading}
        />
        {isEditing ? (
          <>
            <EvidenceOfEdit sale={sale} />
            <EditForm
              key={sale.sale_id}
              id={editForm.id}
              sale={sale}
              asAdmin={isAdmin}
              takesFocus={editForm.takesFocus}
              onSave={(version, changes) => edit(version, changes, isAdmin)}
              failureText={(error) => reviewFailure(error, MESSAGES.reviewSaveFailed)}
              onSaving={editForm.setSaving}
              aside={
                similar.length > 0 && (
                  <DetailSection title="Comparable approved sales">
                    <SaleLines sales={similar} />
                  </DetailSection>
                )
              }
              onDone={() => {
                editForm.onSaved();
                setMode('view');
                onSaved?.();
              }}
            />
          </>
        ) : (
          <Evidence {...openSale} />
        )}
      </div>
    </ComparisonProvider>
  );
}

interface HeadProps {
  sale: ReviewSale;
  /** Undefined while it loads; null when there is none. */
  record: ReviewDetail['record'] | undefined;
  heading: Ref<HTMLHeadingElement>;
}

/** What was sold, its price, and the record of the submitter. */
function Head({ sale, record, heading }: HeadProps) {
  const summary = summarise(sale);
  const age = ageLabel(sale.date_submitted, serverNow().getTime());
  return (
    <div className="@container flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <SaleTitle summary={summary} size={56}>
        <h2 ref={heading} tabIndex={-1} data-sale-heading className="text-xl font-semibold">
          {summary.name}
        </h2>
      </SaleTitle>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <PriceText price={sale.price} size="lg" />
        <OutcomeBadge sale={sale} />
      </div>
      <div className="flex w-full flex-wrap items-center gap-x-6 gap-y-2 @max-4xl:flex-col @max-4xl:items-start @4xl:justify-between">
        <p className="text-sm text-ink-soft">
          <span className="tabular-nums">#{sale.sale_id}</span> by{' '}
          <span translate="no" className="font-medium text-ink">
            {submitterOf(sale)}
          </span>
          {record && <span className="text-ink-faint"> ({recordLabel(record)})</span>}
          {record === undefined && <RecordPlaceholder />}
          {record?.suspended && (
            <>
              {' '}
              <AccountStatusBadge status="Suspended" />
            </>
          )}
          , submitted {age === 'now' ? age : `${age} ago`}
        </p>
        {/* In short, where they are always in sight: the sentences are below the facts. */}
        {sale.checked_at !== null && sale.flags.length > 0 && <FlagMarks sale={sale} />}
      </div>
    </div>
  );
}

/** As long as most records, so that nothing moves when the record arrives. */
const RecordPlaceholder = () => (
  <span aria-hidden className="text-transparent select-none forced-colors:invisible">
    {' '}
    <span className="rounded-sm bg-line/80 box-decoration-clone motion-safe:animate-[breathe_1.4s_ease-in-out_infinite]">
      ({recordLabel({ approved: 90, rejected: 9 })})
    </span>
  </span>
);

type Decided = Pick<NonNullable<ReviewDetail['record']>, 'approved' | 'rejected'>;

function recordLabel({ approved, rejected }: Decided): string {
  const total = approved + rejected;
  if (total === 0) return 'no decided submissions yet';
  return `${approved} approved, ${rejected} rejected of the last ${total}`;
}

/** What speaks for and against the sale: next to each other where there is room, so that both are in sight. */
function Evidence({ sale, detail }: Pick<OpenSale, 'sale' | 'detail'>) {
  const { data, error } = detail;
  const hasReports = sale.flags.some(({ flag }) => flag === 'reported');
  const reports = data ? (
    <ReportList reports={data.reports} />
  ) : (
    !error && hasReports && <SkeletonSection title="Reports" lines={4} />
  );
  // Open reports are what is decided now; decided ones are history.
  const waits = isReported(sale);
  const isMissing = errorData(error)?.httpStatus === 404;
  return (
    <div className="@container space-y-6">
      {waits && reports}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-6 @4xl:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="space-y-6">
          <ReviewFacts sale={sale} />
          <FlagList sale={sale} />
          {sale.review_notes && (
            <div>
              <h3 className="overline-label">Review notes</h3>
              <p className="text-base wrap-anywhere whitespace-pre-wrap">{sale.review_notes}</p>
            </div>
          )}
          {!waits && reports}
        </div>
        <div className="space-y-6">
          {/* A checker keeps the earlier details of a sale that was deleted meanwhile. */}
          {isMissing && !sale.deleted_at && (
            <Announced as="p" className="text-sm font-medium">
              {GONE}
            </Announced>
          )}
          {error && !isMissing && (
            <QueryError banner query={detail} message="Failed to load the details of this sale" />
          )}
          {data ? (
            <>
              <ComparableSales sale={sale} similar={data.similar} />
              {data.proof && <SameProof proof={data.proof} />}
              <SaleHistory history={data.history} />
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
        </div>
      </div>
    </div>
  );
}

/** What an edit is judged by, and does not change during review. */
const EvidenceOfEdit = ({ sale }: { sale: ReviewSale }) => (
  <Facts
    facts={[
      proofFact(sale),
      soldFact(sale),
      { label: 'Submitted', value: <DateText iso={sale.date_submitted} /> },
    ]}
  />
);

const soldFact = ({ date_sold }: ReviewSale): Fact => ({
  label: 'Date sold',
  value: <DateText iso={date_sold} />,
});

/** The whole address shows, so that it can be judged before it is opened. */
const proofFact = ({ proof_url: url, sale_id }: ReviewSale): Fact => ({
  label: 'Proof',
  value: url ? (
    <span className="flex items-center gap-2">
      <ProofLink url={url} of={`sale ${sale_id}`} className="min-w-0">
        {url}
      </ProofLink>
      <Shortcut>p</Shortcut>
    </span>
  ) : (
    'None was given'
  ),
  wide: true,
});

/** What the head leaves out. */
function ReviewFacts({ sale }: { sale: ReviewSale }) {
  const { traits } = summarise(sale);
  const [ivs, ...others] = traits ? traitFacts(traits) : [];
  const facts: Fact[] = [proofFact(sale)];
  if (ivs) facts.push({ ...ivs, wide: true });
  facts.push(soldFact(sale), ...others);
  return (
    <div className="@4xl:[&_dl]:grid-cols-2">
      <Facts facts={facts} />
    </div>
  );
}

/** Other sales whose proof is the same thread. */
function SameProof({ proof: { sales, total, host } }: { proof: NonNullable<ReviewDetail['proof']> }) {
  return (
    <DetailSection title="Other sales with this proof" note={host}>
      {total === 0 && <p className="text-sm text-ink-soft">No other sale has this proof.</p>}
      {total > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {sales.map((sale) => (
            <li
              key={sale.sale_id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm"
            >
              <span className="min-w-0 flex-1 basis-36 truncate">
                <EvidenceLink saleId={sale.sale_id} /> <Untranslated>{saleName(sale)}</Untranslated>
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
        <p className="mt-1 text-xs text-ink-faint">and {counted(total - sales.length, 'sale')} more</p>
      )}
    </DetailSection>
  );
}
