import { skipToken } from '@tanstack/react-query';
import { ArchiveRestore, Merge } from 'lucide-react';
import { useState } from 'react';
import { KINDS, type SaleKind } from '../../../../src/contract/sale/kinds.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { usePaged } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import type { UrlState } from '../../../lib/use-url-state.ts';
import { DATE_SOLD, PRICE, TRAITS } from '../../../sales/sale-columns.tsx';
import { STATUS_OPTIONS, submitterOf } from '../../../sales/sale-labels.ts';
import { ProofLink, SaleTitle } from '../../../sales/sale-parts.tsx';
import { saleReference } from '../../../sales/sale-reference.ts';
import { summarise } from '../../../sales/sale-summary.ts';
import { useSalesOf } from '../../../sales/with-kind.ts';
import { Button } from '../../../ui/button.tsx';
import { Toggle } from '../../../ui/fields/checkbox.tsx';
import { FilterSelect } from '../../../ui/fields/select.tsx';
import { SearchField } from '../../../ui/fields/text-filter.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { focusResults } from '../../../ui/page/results-skip-link.tsx';
import { StatusBadge } from '../../../ui/sale/sale-badges.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { PagedTable } from '../../../ui/tables/paged-list.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { Untranslated } from '../../../ui/untranslated.tsx';
import { HistoryLink } from '../history-link.tsx';
import { NotedCount } from '../noted-count.tsx';
import { actionsColumn, EditAndDelete } from '../row-actions.tsx';
import { DATA_FORMAT, type DataSearchParams, type EntrySort } from './data-search-params.ts';
import { DeleteEntryDialog, EntryDialog } from './entry-dialogs.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { useEntryActions } from './use-entry-actions.ts';

interface EntryEditorProps extends UrlState<DataSearchParams> {
  kind: SaleKind;
}

export function EntryEditor({ kind, ...url }: EntryEditorProps) {
  const { params, go, clear, cleared } = url;
  const { total, list } = usePaged(useEntries(kind, params), kind, 'Failed to load the entries');
  const { delete: remove, restore } = useEntryActions();
  const dialog = useDialog<{ type: 'edit' | 'delete'; sale: AnySale }>();
  const [merging, setMerging] = useState(false);
  const narrowed = DATA_FORMAT.filtersSet(params) > 0;

  const columns = entryColumns(
    kind,
    params.deleted
      ? { onRestore: (sale) => restore(sale) }
      : {
          onEdit: (sale) => dialog.show({ type: 'edit', sale }),
          onDelete: (sale) => dialog.show({ type: 'delete', sale }),
        },
  );

  return (
    <>
      <PagedTable
        label={`${KINDS[kind].title} entries`}
        url={url}
        {...list}
        columns={columns}
        rowKey={({ sale_id }) => sale_id}
        // Between a phone and a desk, the columns do not fit.
        tableClassName="relative md:max-xl:overflow-x-auto"
        filters={<EntryFilters key={cleared} params={params} go={go} />}
        count={<NotedCount count={counted(total, 'entry', 'entries')} note={narrowed ? 'filtered' : ''} />}
        actions={
          kind === 'item' && (
            <Button icon={Merge} onClick={() => setMerging(true)}>
              Merge two items…
            </Button>
          )
        }
        empty={
          <EmptyState
            title={narrowed ? 'No entries match' : 'No entries yet'}
            action={
              narrowed && (
                <ClearFilters clear={() => clear(DATA_FORMAT.unfiltered)}>Show all entries</ClearFilters>
              )
            }
          />
        }
      />
      {dialog.render(({ type, sale }, props) =>
        type === 'edit' ? (
          <EntryDialog {...props} sale={sale} />
        ) : (
          <DeleteEntryDialog
            {...props}
            sale={sale}
            onDelete={(deleted) => remove(deleted).then(focusResults)}
          >
            Only admins will see it.
          </DeleteEntryDialog>
        ),
      )}
      {kind === 'item' && <MergeDialog open={merging} onClose={() => setMerging(false)} />}
    </>
  );
}

function EntryFilters({ params, go }: Pick<EntryEditorProps, 'params' | 'go'>) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-3 md:grid-cols-[minmax(0,1fr)_11rem_auto]">
      <SearchField
        label="Search"
        placeholder="Name, #id or submitter"
        value={params.search}
        onFilter={(search) => go({ search }, 'search')}
        className="max-md:col-span-full"
      />
      <FilterSelect
        label="Status"
        value={params.status}
        onFilter={(status) => go({ status })}
        options={STATUS_OPTIONS}
      />
      <Toggle label="Deleted sales" checked={params.deleted} onCheckedChange={(deleted) => go({ deleted })} />
    </div>
  );
}

/** One page of the sales of a kind, in any state. */
function useEntries(kind: SaleKind, params: DataSearchParams) {
  const { section: _, ...rest } = params;
  const input = { ...rest, limit: LIMITS.adminPageSize };
  const ofItems = trpc.admin.items.useQuery(kind === 'item' ? input : skipToken);
  const ofPokemon = trpc.admin.pokemon.useQuery(kind === 'pokemon' ? input : skipToken);
  return useSalesOf(kind, ofItems, ofPokemon);
}

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
  const { sale_id, date_submitted, submitted_by_username } = sale;
  return (
    <>
      <DateText iso={date_submitted} />
      <span className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
        <span title={submitted_by_username ?? undefined} className="truncate md:max-xl:max-w-32">
          by <Untranslated>{submitterOf(sale)}</Untranslated>
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
  const name = saleReference(sale);
  if ('onRestore' in actions)
    return (
      <Button
        icon={ArchiveRestore}
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

function entryColumns(kind: SaleKind, actions: EntryActions): Column<AnySale, EntrySort>[] {
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
    { ...PRICE, sort: 'price', sorts: 'prices', width: widths.price, labelled: true },
    { ...DATE_SOLD, sort: 'date_sold', sorts: 'dates', width: widths.sold, labelled: true, minor: true },
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
      sorts: 'dates',
      width: widths.submitted,
      labelled: true,
      cell: (sale) => <Submission sale={sale} />,
    },
    actionsColumn(widths.actions, (sale) => <EntryButtons sale={sale} actions={actions} />),
  ];
}
