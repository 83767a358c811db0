import { ArchiveRestore, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import type { AnySale } from '../../../../src/contract/sale.ts';
import { PATHS } from '../../../app/paths.ts';
import { ProofLink, SaleTitle } from '../../../sales/sale-parts.tsx';
import { summarise, type Traits } from '../../../sales/sale-summary.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Cell, Row } from '../../../ui/data-table.tsx';
import { DateText, NatureLabel, PriceText } from '../../../ui/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/spread-glyph.tsx';
import { entryName } from './entry-labels.ts';

/** What one can do to an entry. */
export interface EntryActs {
  onEdit: (sale: AnySale) => void;
  onDelete: (sale: AnySale) => void;
  onRestore: (sale: AnySale) => Promise<void>;
}

/** One sale: what, how much, when, in which state and by whom. */
export function EntryRow({ sale, deleted, ...acts }: EntryActs & { sale: AnySale; deleted: boolean }) {
  const summary = summarise(sale);
  const { traits, proofUrl } = summary;
  return (
    <Row>
      <Cell wide>
        <SaleTitle summary={summary}>
          <span className="text-base font-medium wrap-anywhere md:text-sm">{summary.name}</span>{' '}
          <Link
            href={`${PATHS.review}?tab=all&sale=${sale.sale_id}`}
            title="Its history"
            aria-label={`History of sale ${sale.sale_id}`}
            className="link text-xs tabular-nums"
          >
            #{sale.sale_id}
          </Link>
        </SaleTitle>
      </Cell>
      {traits && (
        <Cell wide>
          <TraitLines traits={traits} />
        </Cell>
      )}
      <Cell align="right" label="Price">
        <PriceText price={sale.price} />
      </Cell>
      <Cell align="right" label="Date sold">
        <DateText iso={sale.date_sold} />
      </Cell>
      <Cell label="Status">
        <StatusBadge status={sale.status} />
      </Cell>
      <Cell label="Submitted">
        <DateText iso={sale.date_submitted} />
        <span className="flex gap-2 text-xs text-ink-soft">
          <span title={sale.submitted_by_username ?? undefined} className="truncate">
            by {sale.submitted_by_username ?? 'nobody known'}
          </span>
          {proofUrl && (
            <ProofLink url={proofUrl} of={`sale ${sale.sale_id}`} className="shrink-0 text-xs!">
              Proof
            </ProofLink>
          )}
        </span>
      </Cell>
      <Cell wide align="right">
        <span className="flex gap-1 max-md:mt-1 md:justify-end">
          {deleted ? <DeletedActs sale={sale} {...acts} /> : <PresentActs sale={sale} {...acts} />}
        </span>
      </Cell>
    </Row>
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

function PresentActs({ sale, onEdit, onDelete }: EntryActs & { sale: AnySale }) {
  return (
    <>
      <Button
        icon={<Pencil aria-hidden className="size-4" />}
        aria-label={`Edit ${entryName(sale)}`}
        onClick={() => onEdit(sale)}
        className="max-md:flex-1"
      >
        Edit
      </Button>
      <IconButton
        label={`Delete ${entryName(sale)}`}
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => onDelete(sale)}
        className="hover:text-rejected!"
      />
    </>
  );
}

function DeletedActs({ sale, onRestore }: EntryActs & { sale: AnySale }) {
  return (
    <Button
      icon={<ArchiveRestore aria-hidden className="size-4" />}
      aria-label={`Restore ${entryName(sale)}`}
      onClick={() => onRestore(sale)}
      className="max-md:flex-1"
    >
      Restore
    </Button>
  );
}
