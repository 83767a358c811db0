import { Merge, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DuplicateGroup } from '../../../../src/contract/admin/duplicates.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { HiddenPowerChip, ListedProof, SaleTitle } from '../../../sales/sale-parts.tsx';
import { type SaleSummary, summarise } from '../../../sales/sale-summary.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { MomentText } from '../../../ui/moment-text.tsx';
import { StatusBadge } from '../../../ui/sale/sale-badges.tsx';
import { DateText, NatureLabel, PriceText } from '../../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { HistoryLink } from '../history-link.tsx';

export const submitter = ({ submitted_by_username: name }: AnySale): string => name ?? 'an unknown user';

const MOST = LIMITS.duplicates.shown;

interface DuplicateCardProps {
  group: DuplicateGroup;
  onDelete: (latest: AnySale) => void;
  onDismiss: () => void;
  onMerge: () => void;
}

/** A group of duplicates: what they share above, and each entry below. */
export function DuplicateCard({ group: { sales }, onDelete, onDismiss, onMerge }: DuplicateCardProps) {
  const [all, setAll] = useState(false);
  const [first] = sales;
  const latest = sales.at(-1);
  if (!first || !latest) return null;
  // The button deletes the latest entry, so that one is always shown.
  const shown = all || sales.length <= MOST ? sales : [...sales.slice(0, MOST - 1), latest];
  const summary = summarise(first);
  return (
    <article className="rounded-md border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 pt-3 pb-2">
        <SaleTitle summary={summary}>
          <h4 className="font-semibold">{summary.name}</h4>
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
      <ul className="grid gap-2 px-4 py-2 md:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]">
        {shown.map((sale) => (
          <Entry key={sale.sale_id} sale={sale} isLatest={sale === latest} />
        ))}
      </ul>
      {shown.length < sales.length && (
        <ShowMore onShow={() => setAll(true)} className="mx-4">
          Show {counted(sales.length - shown.length, 'entry', 'entries')} more
        </ShowMore>
      )}
      <div className="flex flex-wrap justify-end gap-2 px-4 pt-1 pb-3">
        <Button
          variant="quiet"
          aria-label={`Not duplicates: the entries of ${summary.name}, sale #${latest.sale_id}`}
          onClick={onDismiss}
        >
          Not duplicates
        </Button>
        <Button
          icon={<Merge aria-hidden className="size-4" />}
          aria-label={`Merge the entries of ${summary.name}, sale #${latest.sale_id}…`}
          onClick={onMerge}
        >
          Merge…
        </Button>
        <Button
          variant="danger"
          icon={<Trash2 aria-hidden className="size-4" />}
          aria-label={`Delete latest entry of ${summary.name}, sale #${latest.sale_id}`}
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
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 pb-1 text-sm">
      <SpreadGlyph spread={traits.spread} numbers="inline" />
      <NatureLabel nature={traits.nature ?? ''} />
      <span>{traits.ability}</span>
      <HiddenPowerChip spread={traits.spread} />
    </div>
  );
}

function Entry({ sale, isLatest }: { sale: AnySale; isLatest: boolean }) {
  const { sale_id, status, date_submitted, proof_url } = sale;
  return (
    <li className="min-w-0 space-y-1 rounded-sm border border-line bg-paper px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <HistoryLink saleId={sale_id} className="font-medium" />
        <StatusBadge status={status} />
        {isLatest && <Badge>Latest</Badge>}
      </div>
      <p className="text-ink-soft">
        <span className="break-all">{submitter(sale)}</span>, <MomentText iso={date_submitted} />
      </p>
      <ListedProof url={proof_url} saleId={sale_id} withHost />
    </li>
  );
}
