import { Merge } from 'lucide-react';
import { useState } from 'react';
import { KINDS, type SaleKind } from '../../../../src/contract/kinds.ts';
import type { Page } from '../../../../src/contract/primitives.ts';
import type { AnySale } from '../../../../src/contract/sale.ts';
import type { Go } from '../../../lib/use-address.ts';
import { Button } from '../../../ui/button.tsx';
import { SortSelect } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { AdminList } from '../admin-list.tsx';
import { beginning, type DataAddress } from './data-search-params.ts';
import { DeleteEntryDialog } from './delete-entry-dialog.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryFilters } from './entry-filters.tsx';
import { ENTRY_SORT_OPTIONS, EntryTable } from './entry-table.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { useEntries } from './use-entries.ts';
import { useEntryActs } from './use-entry-actions.ts';
import { useBringBack } from './use-restore-entry.ts';

const FAILED = 'Failed to load the entries';

interface EntryEditorProps {
  kind: SaleKind;
  address: DataAddress;
  go: Go<DataAddress>;
}

type Act = 'edit' | 'delete' | 'merge';

/** Every sale of a kind, whatever its state, and all that an admin may change about it. */
export function EntryEditor({ kind, address, go }: EntryEditorProps) {
  const { section, search, status, deleted, sort, order, page } = address;
  const asked = useEntries(kind, address);
  const acts = useEntryActs();
  const bringBack = useBringBack();
  const [chosen, setChosen] = useState<{ sale: AnySale; time: number } | null>(null);
  const [open, setOpen] = useState<Act | null>(null);
  const close = () => setOpen(null);
  const onSort = (by: typeof sort, next: typeof order) => go({ sort: by, order: next });
  const narrowed = search !== undefined || status !== undefined || deleted === true;

  function begin(act: Act, sale: AnySale) {
    // Each time a dialog begins anew; the last one stays while it closes.
    setChosen((before) => ({ sale, time: (before?.time ?? 0) + 1 }));
    setOpen(act);
  }

  return (
    <>
      <AdminList<AnySale, Page<AnySale>>
        label={`${KINDS[kind].label} entries`}
        asked={asked}
        subject={kind}
        failed={FAILED}
        page={page}
        onPage={(next) => go({ page: next })}
        filters={<EntryFilters address={address} go={go} />}
        count={({ pagination: { total } }) => entriesCount(total)}
        actions={
          <>
            <SortSelect options={ENTRY_SORT_OPTIONS} sort={sort} order={order} onSort={onSort} />
            {kind === 'item' && (
              <Button icon={<Merge aria-hidden className="size-4" />} onClick={() => setOpen('merge')}>
                Merge two items…
              </Button>
            )}
          </>
        }
        table={(sales, busy) => (
          <EntryTable
            kind={kind}
            sales={sales}
            deleted={deleted ?? false}
            sort={sort}
            order={order}
            onSort={onSort}
            busy={busy}
            onEdit={(sale) => begin('edit', sale)}
            onDelete={(sale) => begin('delete', sale)}
            onRestore={bringBack}
          />
        )}
        nothing={
          <EmptyState
            title={narrowed ? 'No entries match' : 'No entries yet'}
            action={narrowed && <Button onClick={() => go(beginning(section))}>Show all entries</Button>}
          />
        }
      />
      {chosen && (
        <>
          <EntryDialog
            key={`edit ${chosen.time}`}
            sale={chosen.sale}
            open={open === 'edit'}
            onClose={close}
          />
          <DeleteEntryDialog
            key={`delete ${chosen.time}`}
            sale={chosen.sale}
            open={open === 'delete'}
            onClose={close}
            onDelete={acts.delete}
          >
            Nobody but admins sees it any more.
          </DeleteEntryDialog>
        </>
      )}
      {kind === 'item' && <MergeDialog open={open === 'merge'} onClose={close} />}
    </>
  );
}

const entriesCount = (total: number): string =>
  total === 1 ? '1 entry' : `${total.toLocaleString('en-US')} entries`;
