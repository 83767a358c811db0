import { skipToken } from '@tanstack/react-query';
import { Merge } from 'lucide-react';
import { useState } from 'react';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { usePaged } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import type { UrlState } from '../../../lib/use-url-state.ts';
import { STATUS_OPTIONS } from '../../../sales/sale-labels.ts';
import { useSalesOf } from '../../../sales/with-kind.ts';
import { Button } from '../../../ui/button.tsx';
import { Toggle } from '../../../ui/fields/checkbox.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SearchField } from '../../../ui/fields/text-filter.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import { PagedTable } from '../../../ui/tables/paged-list.tsx';
import { DATA_FORMAT, type DataSearchParams } from './data-search-params.ts';
import { entryColumns } from './entry-columns.tsx';
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
      ? { onRestore: restore }
      : {
          onEdit: (sale) => dialog.show({ type: 'edit', sale }),
          onDelete: (sale) => dialog.show({ type: 'delete', sale }),
        },
  );

  return (
    <>
      <PagedTable
        label={kind === 'item' ? 'Item entries' : 'Pokemon entries'}
        url={url}
        {...list}
        columns={columns}
        rowKey={({ sale_id }) => sale_id}
        // Between a phone and a desk, the columns do not fit.
        tableClassName="relative md:max-xl:overflow-x-auto"
        filters={<EntryFilters key={cleared} params={params} go={go} />}
        count={counted(total, 'entry', 'entries')}
        actions={
          kind === 'item' && (
            <Button icon={<Merge aria-hidden className="size-4" />} onClick={() => setMerging(true)}>
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
      {dialog.draw(({ type, sale }, props) =>
        type === 'edit' ? (
          <EntryDialog {...props} sale={sale} />
        ) : (
          <DeleteEntryDialog {...props} sale={sale} onDelete={remove}>
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
      <Select
        label="Status"
        placeholder="Any"
        value={params.status ?? ''}
        onValueChange={(status) => go({ status: status || undefined })}
        options={STATUS_OPTIONS}
      />
      <Toggle label="Deleted" checked={params.deleted} onCheckedChange={(deleted) => go({ deleted })} />
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
