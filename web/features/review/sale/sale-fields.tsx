import type { ReactNode } from 'react';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { spreadText } from '../../../../src/contract/sale/spreads.ts';
import { ProofLink } from '../../../sales/sale-parts.tsx';
import { summarise } from '../../../sales/sale-summary.ts';
import { DateText, NatureLabel, PriceText } from '../../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';

/** A field that sales are compared by. */
export interface SaleField {
  label: string;
  of: (sale: AnySale) => string | number | null;
  show?: (sale: AnySale) => ReactNode;
  /** Only pokemon have it. */
  trait?: boolean;
  /** Differs between any two sales. */
  own?: boolean;
  /** Its column in the list of comparable sales; without it, it is not listed. */
  column?: Pick<Column<AnySale>, 'align' | 'wide'>;
}

const traitsOf = (sale: AnySale) => (sale.kind === 'pokemon' ? sale : null);
const spreadOf = (sale: AnySale) => summarise(sale).traits?.spread ?? {};

export const SALE_FIELDS: readonly SaleField[] = [
  { label: 'Name', of: (sale) => summarise(sale).name },
  {
    label: 'Price',
    of: (sale) => sale.price,
    show: (sale) => <PriceText price={sale.price} />,
    column: { align: 'right' },
  },
  {
    label: 'Date sold',
    of: (sale) => sale.date_sold,
    show: (sale) => <DateText iso={sale.date_sold} />,
    column: {},
  },
  {
    label: 'IVs',
    trait: true,
    of: (sale) => spreadText(spreadOf(sale)),
    show: (sale) => <SpreadGlyph spread={spreadOf(sale)} numbers="inline" />,
    column: { wide: true },
  },
  {
    label: 'Nature',
    trait: true,
    of: (sale) => traitsOf(sale)?.nature ?? null,
    show: (sale) => <NatureLabel nature={traitsOf(sale)?.nature ?? ''} />,
    column: {},
  },
  { label: 'Ability', trait: true, of: (sale) => traitsOf(sale)?.ability ?? null, column: {} },
  {
    label: 'Form',
    trait: true,
    of: (sale) => {
      const { form = null, is_shiny: shiny } = traitsOf(sale) ?? {};
      return shiny ? `${form}, shiny` : form;
    },
    column: {},
  },
  { label: 'Level', trait: true, of: (sale) => traitsOf(sale)?.level ?? null },
  { label: 'Held item', trait: true, of: (sale) => traitsOf(sale)?.held_item ?? null },
  {
    label: 'Proof',
    of: (sale) => sale.proof_url,
    show: (sale) => sale.proof_url && <ProofLink url={sale.proof_url} of={`sale ${sale.sale_id}`} />,
  },
  { label: 'Submitted by', of: (sale) => sale.submitted_by_username },
  {
    label: 'Submitted',
    own: true,
    of: (sale) => sale.date_submitted,
    show: (sale) => <DateText iso={sale.date_submitted} />,
  },
];

/** The value of a field of a sale. */
export function FieldValue({ sale, field: { of, show } }: { sale: AnySale; field: SaleField }) {
  const value = of(sale);
  if (value === null) return <span className="text-ink-faint">None</span>;
  return show?.(sale) ?? value;
}

/** Marks a field that differs between two sales. */
export const DifferenceMark = () => (
  <span className="mr-1 font-semibold text-pending">
    <span aria-hidden>≠</span>
    <span className="sr-only">Differs: </span>
  </span>
);
