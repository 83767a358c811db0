import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { SpriteEntry } from '../../../../src/contract/admin/admin.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { type Answers, trpc } from '../../../lib/server/trpc.ts';
import type { Go } from '../../../lib/use-url-state.ts';
import { Button } from '../../../ui/button.tsx';
import { SearchField } from '../../../ui/fields/text-filter.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { AdminList } from '../admin-list.tsx';
import type { DataAddress } from '../data/data-search-params.ts';
import { DeleteSpriteDialog } from './delete-sprite-dialog.tsx';
import { spriteColumns } from './sprite-columns.tsx';
import { SpriteDialog } from './sprite-dialog.tsx';

const FAILED = 'Failed to load the sprites';

interface SpriteEditorProps {
  address: DataAddress;
  go: Go<DataAddress>;
}

type Action = 'save' | 'delete';

/** The sprites of pokemon, to add, edit and delete. */
export function SpriteEditor({ address: { search, page }, go }: SpriteEditorProps) {
  const query = trpc.admin.sprites.useQuery({ search, page, limit: LIMITS.adminPageSize });
  const [chosen, setChosen] = useState<{ sprite: SpriteEntry | null; time: number } | null>(null);
  const [open, setOpen] = useState<Action | null>(null);
  const close = () => setOpen(null);

  // The time makes each dialog a new one; the last stays while it closes.
  function start(action: Action, sprite: SpriteEntry | null) {
    setChosen((before) => ({ sprite, time: (before?.time ?? 0) + 1 }));
    setOpen(action);
  }

  return (
    <>
      <AdminList<SpriteEntry, Answers['admin']['sprites']>
        label="Pokemon sprites"
        query={query}
        subject="sprites"
        failed={FAILED}
        page={page}
        onPage={(next) => go({ page: next })}
        filters={
          <SearchField
            label="Search"
            placeholder="Pokemon, variant or #number"
            value={search}
            onFilter={(text) => go({ search: text }, 'search')}
          />
        }
        count={({ pagination: { total } }) => counted(total, 'sprite')}
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => start('save', null)}
          >
            Add New Sprite
          </Button>
        }
        table={(sprites, busy) => (
          <DataTable
            caption="Pokemon sprites"
            columns={spriteColumns(
              (sprite) => start('save', sprite),
              (sprite) => start('delete', sprite),
            )}
            rows={sprites}
            rowKey={({ id }) => id}
            busy={busy}
            skeletonRows={8}
          />
        )}
        empty={
          search === undefined ? (
            <EmptyState title="No sprites yet">
              Without one, a pokemon's picture comes from a public site by its name.
            </EmptyState>
          ) : (
            <EmptyState
              title="No sprites match"
              action={<Button onClick={() => go({ search: undefined })}>Show all sprites</Button>}
            />
          )
        }
      />
      {chosen && (
        <SpriteDialog
          key={`save ${chosen.time}`}
          sprite={chosen.sprite}
          open={open === 'save'}
          onClose={close}
        />
      )}
      {chosen?.sprite && (
        <DeleteSpriteDialog
          key={`delete ${chosen.time}`}
          sprite={chosen.sprite}
          open={open === 'delete'}
          onClose={close}
        />
      )}
    </>
  );
}
