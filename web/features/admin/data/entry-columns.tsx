import { ArchiveRestore } from 'lucide-react';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { DATE_SOLD, PRICE, TRAITS } from '../../../sales/sale-columns.tsx';
import { ProofLink, SaleTitle } from '../../../sales/sale-parts.tsx';
import { summarise } from '../../../sales/sale-summary.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/sale/sale-badges.tsx';
import { DateText } from '../../../ui/sale/sale-text.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { HistoryLink } from '../history-link.tsx';
import { actionsColumn, EditAndDelete } from '../row-actions.tsx';
import type { EntrySort } from './data-search-params.ts';
import { entryName } from './use-entry-actions.ts';

function EntryName({ sale }: { sale: AnySale }) {
  const summary = summarise(sale);
  return (
    <SaleTitle summary={summary}>
      <span className="text-base font-medium md:text-sm">{summary.name}</span>{' '}
      <HistoryLink saleId={sale.sale_id} className="text-xs" />
    </SaleTitle>
  );
}

function Submission({ sale }: { sale: AnySale }) {
  const { proofUrl } = summarise(sale);
  const { sale_id, date_submitted, submitted_by_username: by } = sale;
  return (
    <>
      <DateText iso={date_submitted} />
      <span className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
        <span title={by ?? undefined} className="truncate">
          by {by ?? 'an unknown account'}
        </span>
        {proofUrl && (
          <ProofLink url={proofUrl} of={`sale ${sale_id}`} className="shrink-0 text-xs!">
            Proof
          </ProofLink>
        )}
      </span>
    </>
  );
}

type EntryActions =
  | { onEdit: (sale: AnySale) => void; onDelete: (sale: AnySale) => void }
  | { onRestore: (sale: AnySale) => Promise<void> };

function EntryButtons({ sale, actions }: { sale: AnySale; actions: EntryActions }) {
  const name = entryName(sale);
  if ('onRestore' in actions)
    return (
      <Button
        icon={<ArchiveRestore aria-hidden className="size-4" />}
        aria-label={`Restore ${name}`}
        onClick={() => actions.onRestore(sale)}
        className="max-md:flex-1"
      >
        Restore
      </Button>
    );
  return (
    <EditAndDelete name={name} onEdit={() => actions.onEdit(sale)} onDelete={() => actions.onDelete(sale)} />
  );
}

type Widths = Record<'name' | 'price' | 'sold' | 'status' | 'submitted' | 'actions', string>;
const WIDTHS: Record<SaleKind, Widths> = {
  item: { name: '31%', price: '14%', sold: '11%', status: '12%', submitted: '18%', actions: '14%' },
  pokemon: { name: '18%', price: '10.5%', sold: '9.5%', status: '10.5%', submitted: '17%', actions: '13%' },
};

export function entryColumns(kind: SaleKind, actions: EntryActions): Column<AnySale, EntrySort>[] {
  const widths = WIDTHS[kind];
  return [
    {
      title: 'Name',
      sort: 'name',
      width: widths.name,
      wide: true,
      className: 'md:max-xl:min-w-34',
      cell: (sale) => <EntryName sale={sale} />,
      skeleton: <Skeleton className="h-11 max-w-44" />,
    },
    ...(kind === 'pokemon' ? [{ ...TRAITS, width: '21.5%' }] : []),
    { ...PRICE, sort: 'price', width: widths.price, labelled: true },
    { ...DATE_SOLD, sort: 'date_sold', width: widths.sold, labelled: true, minor: true },
    {
      title: 'Status',
      sort: 'status',
      width: widths.status,
      labelled: true,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      title: 'Submitted',
      sort: 'date_submitted',
      width: widths.submitted,
      labelled: true,
      cell: (sale) => <Submission sale={sale} />,
    },
    actionsColumn(widths.actions, (sale) => <EntryButtons sale={sale} actions={actions} />),
  ];
}
