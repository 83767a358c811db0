import { ExternalLink, Plus } from 'lucide-react';
import type { SpriteEntry } from '../../../../src/contract/admin/admin.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { usePaged } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import type { UrlState } from '../../../lib/use-url-state.ts';
import { Button } from '../../../ui/button.tsx';
import { SearchField } from '../../../ui/fields/text-filter.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { focusResults } from '../../../ui/page/results-skip-link.tsx';
import { Sprite } from '../../../ui/sale/sprite.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { PagedTable } from '../../../ui/tables/paged-list.tsx';
import { DATA_FORMAT, type DataSearchParams } from '../data/data-search-params.ts';
import { NotedCount } from '../noted-count.tsx';
import { actionsColumn, EditAndDelete } from '../row-actions.tsx';
import { LostForm } from './form-changes.tsx';
import { SpriteDialog, spriteName, useSpriteActions } from './sprite-dialog.tsx';

type Action = { type: 'save'; sprite: SpriteEntry | null } | { type: 'delete'; sprite: SpriteEntry };

export function SpriteEditor(url: UrlState<DataSearchParams>) {
  const { params, go, clear, cleared } = url;
  const { search, page } = params;
  const query = trpc.admin.sprites.useQuery({ search, page, limit: LIMITS.adminPageSize });
  const { total, list } = usePaged(query, 'sprites', 'Failed to load the sprites');
  const dialog = useDialog<Action>();
  const actions = useSpriteActions();

  async function remove(sprite: SpriteEntry) {
    await actions.delete(sprite);
    showToast(`Deleted ${spriteName(sprite)}.`, { tone: 'success' });
    focusResults();
  }

  return (
    <>
      <PagedTable
        label="Pokemon sprites"
        url={url}
        {...list}
        columns={spriteColumns(
          (sprite) => dialog.show({ type: 'save', sprite }),
          (sprite) => dialog.show({ type: 'delete', sprite }),
        )}
        rowKey={({ id }) => id}
        skeletonRows={8}
        filters={
          <SearchField
            key={cleared}
            label="Search"
            placeholder="Pokemon, variant or #number"
            value={search}
            onFilter={(text) => go({ search: text }, 'search')}
          />
        }
        count={<NotedCount count={counted(total, 'sprite')} note={search === undefined ? '' : 'filtered'} />}
        actions={
          <Button variant="primary" icon={Plus} onClick={() => dialog.show({ type: 'save', sprite: null })}>
            Add New Sprite
          </Button>
        }
        empty={
          search === undefined ? (
            <EmptyState title="No sprites yet">
              Without one, a pokemon's picture comes from a public site by its name.
            </EmptyState>
          ) : (
            <EmptyState
              title="No sprites match"
              action={
                <ClearFilters clear={() => clear(DATA_FORMAT.unfiltered)}>Show all sprites</ClearFilters>
              }
            />
          )
        }
      />
      {dialog.render((action, props) =>
        action.type === 'save' ? (
          <SpriteDialog {...props} sprite={action.sprite} />
        ) : (
          <ConfirmDialog
            {...props}
            title={`Delete ${spriteName(action.sprite)}?`}
            named={action.sprite.pokemon_name}
            confirmLabel="Delete"
            danger
            onConfirm={() => remove(action.sprite)}
            failureText={(error) => refusalText(error, MESSAGES.spriteDeleteFailed)}
          >
            <div className="flex items-center gap-4">
              <Sprite sources={[action.sprite.imgur_url]} name={action.sprite.pokemon_name} size={64} />
              <div className="space-y-2">
                <LostForm sprite={action.sprite} next={null} />
                <p>
                  This cannot be undone. The picture stays on its host, and can be added again by its link.
                </p>
              </div>
            </div>
          </ConfirmDialog>
        ),
      )}
    </>
  );
}

const withoutScheme = (url: string): string => url.replace(/^https:\/\//, '');

const spriteColumns = (
  onEdit: (sprite: SpriteEntry) => void,
  onDelete: (sprite: SpriteEntry) => void,
): Column<SpriteEntry>[] => [
  {
    title: 'Pokemon',
    width: '30%',
    cell: ({ imgur_url, pokemon_name, pokemon_id }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Sprite sources={[imgur_url]} name={pokemon_name} size={48} />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{pokemon_name}</span>
          <span className="text-xs text-ink-faint tabular-nums">#{pokemon_id}</span>
        </span>
      </span>
    ),
    skeleton: <Skeleton className="h-12 max-w-40" />,
  },
  {
    title: 'Variant',
    width: '20%',
    labelled: true,
    className: 'wrap-anywhere',
    cell: ({ variant }) => variant,
  },
  {
    title: 'Image link',
    width: '35%',
    wide: true,
    cell: (sprite) => (
      <a
        href={sprite.imgur_url}
        target="_blank"
        rel="noopener nofollow"
        aria-label={`Picture of ${spriteName(sprite)} at ${withoutScheme(sprite.imgur_url)}, opens in a new tab`}
        className="link touch-target inline-flex max-w-full items-center gap-1"
      >
        <span className="truncate">{withoutScheme(sprite.imgur_url)}</span>
        <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      </a>
    ),
    skeleton: <Skeleton className="h-4 w-48" />,
  },
  actionsColumn('15%', (sprite) => (
    <EditAndDelete
      name={spriteName(sprite)}
      onEdit={() => onEdit(sprite)}
      onDelete={() => onDelete(sprite)}
    />
  )),
];
