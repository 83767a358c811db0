import { ExternalLink } from 'lucide-react';
import type { SpriteEntry } from '../../../../src/contract/admin/admin.ts';
import { Sprite } from '../../../ui/sale/sprite.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { actionsColumn, EditAndDelete } from '../row-actions.tsx';

const withoutScheme = (url: string): string => url.replace(/^https:\/\//, '');

/** Names a picture: `the Shiny sprite of Garchomp`. */
export const spriteName = ({ pokemon_name, variant }: SpriteEntry): string =>
  `the ${variant} sprite of ${pokemon_name}`;

export const spriteColumns = (
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
