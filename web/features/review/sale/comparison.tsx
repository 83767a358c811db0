import { createContext, type ReactNode, useContext } from 'react';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { spreadText } from '../../../../src/contract/sale/spreads.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { reviewPath } from '../../../lib/review-path.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { submitterLabel } from '../../../sales/sale-labels.ts';
import { ProofLink } from '../../../sales/sale-parts.tsx';
import { saleReference } from '../../../sales/sale-reference.ts';
import { summarise } from '../../../sales/sale-summary.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type DialogState, useDialog } from '../../../ui/overlays/use-dialog.ts';
import { StatusBadge } from '../../../ui/sale/sale-badges.tsx';
import { NatureLabel, PriceText } from '../../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import { QueryPlaceholder } from '../../../ui/states/states.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { DetailSection } from './detail-section.tsx';

interface SaleField {
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
const shownSpread = (sale: AnySale) => summarise(sale).traits?.spread ?? {};

const SALE_FIELDS: readonly SaleField[] = [
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
    of: (sale) => spreadText(shownSpread(sale)),
    show: (sale) => <SpreadGlyph spread={shownSpread(sale)} numbers="inline" />,
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
  { label: 'Submitted by', of: submitterLabel },
  {
    label: 'Submitted',
    own: true,
    of: (sale) => sale.date_submitted,
    show: (sale) => <DateText iso={sale.date_submitted} />,
  },
];

function FieldValue({ sale, field: { of, show } }: { sale: AnySale; field: SaleField }) {
  const value = of(sale);
  if (value === null) return <span className="text-ink-faint">None</span>;
  return show?.(sale) ?? <span translate="no">{value}</span>;
}

const DifferenceMark = () => (
  <span className="mr-1 font-semibold text-pending">
    <span aria-hidden>≠</span>
    <span className="sr-only">Differs: </span>
  </span>
);

const CompareContext = createContext<(saleId: number) => void>(() => undefined);

/** A sale that is evidence: a press compares it with the open sale, a new tab shows it by itself. */
export function EvidenceLink({ saleId }: { saleId: number }) {
  const compare = useContext(CompareContext);
  return (
    <a
      href={reviewPath({ view: 'workbench', sale: saleId })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        compare(saleId);
      }}
      className="link touch-target inline-block tabular-nums"
    >
      #{saleId}
    </a>
  );
}

function Comparison({ sale, other }: { sale: AnySale; other: AnySale }) {
  const fields = SALE_FIELDS.filter(
    ({ trait }) => !trait || (sale.kind === 'pokemon' && other.kind === 'pokemon'),
  );
  return (
    // The numbers of IVs have no room in the usual size in two columns of a phone.
    <table className="w-full table-fixed border-collapse text-sm max-md:[&_svg+span]:text-2xs">
      <caption className="sr-only">Comparison of both sales</caption>
      <thead>
        <tr className="border-b border-line text-left">
          <td className="w-[26%]" />
          {[sale, other].map((of) => (
            <th key={of.sale_id} scope="col" className="px-2 pb-2 align-bottom font-semibold tabular-nums">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-md:flex-col max-md:items-start">
                #{of.sale_id}
                <StatusBadge status={of.status} />
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const differs = !field.own && field.of(sale) !== field.of(other);
          return (
            <tr key={field.label} className={cx('border-b border-line', differs && 'bg-pending-soft')}>
              <th
                scope="row"
                className="px-2 py-1.5 text-left max-md:pr-0 max-md:pl-1 font-normal text-ink-soft"
              >
                {differs && <DifferenceMark />}
                {field.label}
              </th>
              {[sale, other].map((of) => (
                <td key={of.sale_id} className="min-w-0 px-2 py-1.5 break-words">
                  <FieldValue sale={of} field={field} />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Lets the links to evidence inside it open a comparison with a sale. */
export function ComparisonProvider({ sale, children }: { sale: AnySale; children: ReactNode }) {
  const dialog = useDialog<number>();
  return (
    <CompareContext value={dialog.show}>
      {children}
      {dialog.render((otherId, props) => (
        <CompareDialog {...props} sale={sale} otherId={otherId} />
      ))}
    </CompareContext>
  );
}

function CompareDialog({ sale, otherId, open, onClose }: DialogState & { sale: AnySale; otherId: number }) {
  const query = trpc.reviews.detail.useQuery({ id: otherId });
  const { data } = query;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Sale #${otherId} compared with ${saleReference(sale)}`}
      named={saleName(sale)}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        <Comparison sale={sale} other={data.sale} />
      ) : (
        <QueryPlaceholder banner query={query} message={MESSAGES.saleLoadFailed} className="h-80" />
      )}
    </Dialog>
  );
}

const Trait = ({ field, sale, differs }: { field: SaleField; sale: AnySale; differs: boolean }) => (
  <span className={cx('inline-flex items-center', !differs && 'text-ink-faint')}>
    {differs && <DifferenceMark />}
    <span className="min-w-0">
      <FieldValue field={field} sale={sale} />
    </span>
  </span>
);

/** The columns of sales of the same name, whose traits are compared with `like`. */
const columnsFor = (like: AnySale): Column<AnySale>[] => [
  { title: 'Sale', labelled: true, cell: ({ sale_id }) => <EvidenceLink saleId={sale_id} /> },
  ...SALE_FIELDS.filter(({ column, trait }) => column && (!trait || like.kind === 'pokemon')).map(
    (field): Column<AnySale> => ({
      title: field.label,
      labelled: true,
      ...field.column,
      cell: (sale) =>
        field.trait ? (
          <Trait field={field} sale={sale} differs={field.of(sale) !== field.of(like)} />
        ) : (
          <FieldValue field={field} sale={sale} />
        ),
    }),
  ),
];

/** One line per sale, for an item and where a table has no room. */
export const SaleLines = ({ sales }: { sales: readonly AnySale[] }) => (
  <ul className="divide-y divide-line rounded-md border border-line">
    {sales.map((sale) => (
      <li
        key={sale.sale_id}
        className="flex flex-wrap items-center gap-x-1.5 px-3 py-1.5 text-sm touch:min-h-11"
      >
        <EvidenceLink saleId={sale.sale_id} />
        <span aria-hidden>·</span>
        <PriceText price={sale.price} />
        <span aria-hidden>·</span>
        <DateText iso={sale.date_sold} />
      </li>
    ))}
  </ul>
);

/** The most similar approved sales, with their differences marked. */
export function ComparableSales({ sale, similar }: { sale: AnySale; similar: readonly AnySale[] }) {
  const isMarked = sale.kind === 'pokemon' && similar.length > 0;
  const inLines = useMedia('belowMd') && sale.kind === 'item';
  return (
    <DetailSection title="Comparable approved sales" note={isMarked && '≠ differs from this sale'}>
      {similar.length === 0 ? (
        <p className="text-sm text-ink-soft">No approved sales of this name yet.</p>
      ) : inLines ? (
        <SaleLines sales={similar} />
      ) : (
        <DataTable
          caption="Comparable approved sales"
          columns={columnsFor(sale)}
          rows={similar}
          rowKey={({ sale_id }) => sale_id}
        />
      )}
    </DetailSection>
  );
}
