import type { Decision } from '../../../src/contract/sale.ts';
import type { Submission } from '../../../src/contract/submissions.ts';
import { ProofLink, SaleTitle } from '../../sales/sale-parts.tsx';
import { summarise, type Traits } from '../../sales/sale-summary.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Cell, Row } from '../../ui/data-table.tsx';
import { DateText, NatureLabel, PriceText } from '../../ui/sale-text.tsx';
import { SpreadGlyph } from '../../ui/spread-glyph.tsx';

/** A submission and what became of it, the reviewer's words below. Nothing here changes it (SPEC section 1). */
export function SubmissionRow({ sale }: { sale: Submission }) {
  const summary = summarise(sale);
  const { name, price, proofUrl, traits } = summary;
  const words = wordsOf(sale);
  return (
    <>
      <Row
        className={cx(
          'max-md:grid-cols-[minmax(0,1fr)_auto]!',
          words !== null && 'border-b-0 max-md:mb-0! max-md:rounded-b-none! max-md:border-b-0 max-md:pb-0!',
        )}
      >
        <Cell className="max-md:order-1 max-md:self-center">
          <SaleTitle summary={summary}>
            <span className="text-base font-medium wrap-anywhere md:text-sm">{name}</span>{' '}
            <span className="text-xs text-ink-faint tabular-nums">#{sale.sale_id}</span>
          </SaleTitle>
        </Cell>
        <Cell wide className={cx('max-md:order-3', traits === null && 'max-md:hidden')}>
          {traits && <TraitLines traits={traits} />}
        </Cell>
        <Cell align="right" label="Price" className="max-md:order-4">
          {price !== null && <PriceText price={price} />}
        </Cell>
        <Cell align="right" label="Date sold" className="max-md:order-5 max-md:text-right">
          <DateText iso={sale.date_sold} />
        </Cell>
        <Cell label="Proof" className="max-md:order-7 max-md:text-right">
          {proofUrl ? (
            <ProofLink url={proofUrl} of={`sale ${sale.sale_id}`}>
              Proof
            </ProofLink>
          ) : (
            <span className="text-ink-faint">None</span>
          )}
        </Cell>
        <Cell align="right" label="Submitted" className="max-md:order-6">
          <DateText iso={sale.date_submitted} />
        </Cell>
        <Cell className="max-md:order-2 max-md:self-center max-md:text-right">
          <StatusBadge status={sale.status} />
          <span className="block text-xs text-ink-soft md:mt-0.5">
            <StateWords sale={sale} />
          </span>
        </Cell>
      </Row>
      {words !== null && (
        <Row className="max-md:rounded-t-none max-md:border-t-0">
          <Cell colSpan={7} wide className="pt-0! md:pb-3!">
            <p className="rounded-md bg-sunken px-3 py-2 text-sm md:ml-13">
              <span className="overline-label block">{words.title}</span>
              <span className="block max-w-prose whitespace-pre-line wrap-anywhere">{words.text}</span>
            </p>
          </Cell>
        </Row>
      )}
    </>
  );
}

function TraitLines({ traits }: { traits: Traits }) {
  return (
    <span className="block">
      <SpreadGlyph spread={traits.spread} numbers="beside" />
      <span className="flex flex-wrap items-center gap-x-1 text-xs text-ink-soft">
        <NatureLabel nature={traits.nature ?? ''} />
        <span>· {traits.ability}</span>
      </span>
    </span>
  );
}

const SINCE: Record<Decision, string> = { approved: 'Public since', rejected: 'Decided' };

/** What follows from the state, and since when. */
function StateWords({ sale: { status, decided_at } }: { sale: Submission }) {
  if (status === 'pending') return 'Waits for review';
  return (
    decided_at && (
      <>
        {SINCE[status]} <DateText iso={decided_at} />
      </>
    )
  );
}

/** What the reviewer said; that nothing was said, where one would look for it. */
function wordsOf({ status, review_notes }: Submission): { title: string; text: string } | null {
  if (status === 'pending') return null;
  if (status === 'rejected') return { title: 'Reason', text: review_notes || 'The reviewer gave none.' };
  return review_notes ? { title: 'Reviewer’s note', text: review_notes } : null;
}
