import { Merge, Trash2 } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import type { DuplicateGroup } from '../../../../src/contract/admin/duplicates.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { errorData, refusalText } from '../../../lib/server/errors.ts';
import { submitterOf } from '../../../sales/sale-labels.ts';
import { HiddenPowerChip, ListedProof, SaleTitle } from '../../../sales/sale-parts.tsx';
import { saleReference } from '../../../sales/sale-reference.ts';
import { type SaleSummary, summarise } from '../../../sales/sale-summary.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Radio } from '../../../ui/fields/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { DialogState } from '../../../ui/overlays/use-dialog.ts';
import { StatusBadge } from '../../../ui/sale/sale-badges.tsx';
import { NatureLabel, PriceText } from '../../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { MomentText } from '../../../ui/time/moment-text.tsx';
import { Untranslated } from '../../../ui/untranslated.tsx';
import { useEntryActions } from '../data/use-entry-actions.ts';
import { HistoryLink } from '../history-link.tsx';

const MOST = LIMITS.duplicates.shown;

interface DuplicateCardProps {
  group: DuplicateGroup;
  onDelete: (latest: AnySale) => void;
  onDismiss: () => void;
  onMerge: () => void;
}

/** A group of duplicates: what they share above, and each entry below. On phones, the section is their only frame. */
export function DuplicateCard({ group: { sales }, onDelete, onDismiss, onMerge }: DuplicateCardProps) {
  const [all, setAll] = useState(false);
  const title = useId();
  const [first] = sales;
  const latest = sales.at(-1);
  if (!first || !latest) return null;
  // The button deletes the latest entry, so that one is always shown.
  const shown = all || sales.length <= MOST ? sales : [...sales.slice(0, MOST - 1), latest];
  const summary = summarise(first);
  const reference = saleReference(latest);
  return (
    <article
      aria-labelledby={title}
      className="border-line bg-surface max-md:border-t md:rounded-md md:border"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3 pb-2 md:px-4">
        <SaleTitle summary={summary}>
          <h4 id={title} className="font-semibold">
            {summary.name}
          </h4>
        </SaleTitle>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <Badge tone="pending">{counted(sales.length, 'entry', 'entries')}</Badge>
          <span className="text-sm text-ink-soft">
            <DateText iso={first.date_sold} />
          </span>
          <PriceText price={first.price} size="lg" />
        </div>
      </div>
      <SharedTraits summary={summary} />
      <ul className="grid gap-2 py-2 max-md:gap-0 max-md:divide-y max-md:divide-line md:px-4 md:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]">
        {shown.map((sale) => (
          <Entry key={sale.sale_id} sale={sale} isLatest={sale === latest} />
        ))}
      </ul>
      {shown.length < sales.length && (
        <ShowMore onShow={() => setAll(true)} className="md:mx-4">
          Show {counted(sales.length - shown.length, 'entry', 'entries')} more
        </ShowMore>
      )}
      <div className="flex flex-wrap justify-end gap-2 pt-1 pb-3 max-md:flex-col md:px-4">
        <Button
          variant="quiet"
          aria-label={`Not duplicates: the entries of ${reference}`}
          onClick={onDismiss}
        >
          Not duplicates
        </Button>
        <Button icon={Merge} aria-label={`Merge the entries of ${reference}…`} onClick={onMerge}>
          Merge…
        </Button>
        <Button
          variant="danger"
          icon={Trash2}
          aria-label={`Delete latest entry of ${reference}`}
          onClick={() => onDelete(latest)}
        >
          Delete latest
        </Button>
      </div>
    </article>
  );
}

function SharedTraits({ summary: { traits } }: { summary: SaleSummary }) {
  if (!traits) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 pb-1 md:px-4 text-sm">
      <SpreadGlyph spread={traits.spread} numbers="inline" />
      <NatureLabel nature={traits.nature ?? ''} />
      <Untranslated>{traits.ability}</Untranslated>
      <HiddenPowerChip spread={traits.spread} />
    </div>
  );
}

function Entry({ sale, isLatest }: { sale: AnySale; isLatest: boolean }) {
  const { sale_id, status, date_submitted, proof_url } = sale;
  return (
    <li className="min-w-0 space-y-1 py-2 text-sm md:rounded-sm md:border md:border-line md:bg-paper md:px-3">
      <div className="flex flex-wrap items-center gap-2">
        <HistoryLink saleId={sale_id} className="font-medium" />
        <StatusBadge status={status} />
        {isLatest && <Badge>Latest</Badge>}
      </div>
      <p className="text-ink-soft">
        <span translate="no" className="break-all">
          {submitterOf(sale)}
        </span>
        , <MomentText iso={date_submitted} />
      </p>
      <ListedProof url={proof_url} saleId={sale_id} withHost />
    </li>
  );
}

/** The entries are not duplicates any more, so that the dialog can only be closed; the list behind it is reloaded. */
function isGroupOutdated(error: unknown): boolean {
  const { httpStatus, reason } = errorData(error) ?? {};
  // Another choice of the entry to keep can still be merged.
  return httpStatus === 404 || (httpStatus === 409 && reason !== 'APPROVED_WOULD_GO');
}

interface DuplicateMergeDialogProps
  extends DialogState,
    Pick<ComponentProps<typeof ConfirmDialog>, 'focusAfter'> {
  group: DuplicateGroup;
}

/** Chooses the entry of a group to keep. The others are deleted, and their proofs are added to its history. */
export function DuplicateMergeDialog({ group: { sales }, ...dialog }: DuplicateMergeDialogProps) {
  const { mergeDuplicates } = useEntryActions();
  const [isOutdated, setOutdated] = useState(false);
  const [kept, setKept] = useState(() => sales.find(({ status }) => status === 'approved') ?? sales[0]);
  const name = useId();
  const others = sales.filter(({ sale_id }) => sale_id !== kept?.sale_id);
  if (!kept) return null;
  const keep = kept.sale_id;
  const entries = counted(others.length, 'entry', 'entries');

  const merge = async () => {
    await mergeDuplicates(kept, others).catch((error: unknown) => {
      setOutdated(isGroupOutdated(error));
      throw error;
    });
    showToast(`Sale #${keep} is kept, ${entries} deleted.`, { tone: 'success' });
  };

  return (
    <ConfirmDialog
      {...dialog}
      width="md"
      title={`Merge ${counted(sales.length, 'entry', 'entries')} of ${saleName(kept)}`}
      named={saleName(kept)}
      description="One entry is kept, and the proofs of the others are added to its history. A deleted entry can be restored from its history."
      confirmLabel={`Keep #${keep}, delete ${entries}`}
      danger
      onConfirm={merge}
      footer={isOutdated && <Button onClick={dialog.onClose}>Close</Button>}
      failureText={(error) => refusalText(error, 'Failed to merge the entries. Please try again.')}
    >
      <fieldset className="text-ink">
        <legend className="mb-2 text-sm font-medium">Which entry to keep?</legend>
        <div className="divide-y divide-line rounded-md border border-line">
          {sales.map((sale) => (
            <Choice
              key={sale.sale_id}
              name={name}
              sale={sale}
              checked={sale.sale_id === keep}
              onChoose={() => setKept(sale)}
            />
          ))}
        </div>
      </fieldset>
    </ConfirmDialog>
  );
}

interface ChoiceProps extends Pick<ComponentProps<typeof Radio>, 'name' | 'checked' | 'onChoose'> {
  sale: AnySale;
}

function Choice({ sale, ...choice }: ChoiceProps) {
  const { sale_id, status, date_submitted, proof_url } = sale;
  return (
    <div className="flex flex-wrap items-center gap-x-4 px-3 py-1.5 text-sm">
      <Radio {...choice} className="min-w-0 flex-1 flex-wrap text-sm!">
        <span className="font-medium tabular-nums">#{sale_id}</span>
        <StatusBadge status={status} />
        <span className="text-ink-soft">
          {submitterOf(sale)}, <MomentText iso={date_submitted} />
        </span>
      </Radio>
      <ListedProof url={proof_url} saleId={sale_id} withHost />
    </div>
  );
}
