import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import type { SpriteEntry } from '../../../../src/contract/admin.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Cell, DataTable, HeaderCell, Row } from '../../../ui/data-table.tsx';
import { Sprite } from '../../../ui/sprite.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { spriteName } from './sprite-labels.ts';

const WIDTHS = ['30%', '20%', '35%', '15%'];

interface SpriteActs {
  onEdit: (sprite: SpriteEntry) => void;
  onDelete: (sprite: SpriteEntry) => void;
}

interface SpriteTableProps extends SpriteActs {
  /** Undefined while the first answer is on its way. */
  sprites: readonly SpriteEntry[] | undefined;
  /** What is shown is being replaced. */
  busy: boolean;
}

/** Pictures with what they are of; cards on phones. */
export function SpriteTable({ sprites, busy, ...acts }: SpriteTableProps) {
  return (
    <DataTable
      caption="Pokemon sprites"
      busy={busy}
      widths={WIDTHS}
      head={
        <>
          <HeaderCell>Pokemon</HeaderCell>
          <HeaderCell>Variant</HeaderCell>
          <HeaderCell>Image link</HeaderCell>
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </>
      }
    >
      {sprites
        ? sprites.map((sprite) => <SpriteRow key={sprite.id} sprite={sprite} {...acts} />)
        : SKELETON_ROWS.map((row) => <SkeletonRow key={row} />)}
    </DataTable>
  );
}

function SpriteRow({ sprite, onEdit, onDelete }: SpriteActs & { sprite: SpriteEntry }) {
  const { pokemon_id, pokemon_name, variant, imgur_url } = sprite;
  const what = spriteName(sprite);
  return (
    <Row>
      <Cell>
        <span className="flex min-w-0 items-center gap-3">
          <Sprite sources={[imgur_url]} name={pokemon_name} size={48} />
          <span className="min-w-0">
            <span className="block font-medium wrap-anywhere">{pokemon_name}</span>
            <span className="text-xs text-ink-faint tabular-nums">#{pokemon_id}</span>
          </span>
        </span>
      </Cell>
      <Cell label="Variant" className="wrap-anywhere">
        {variant}
      </Cell>
      <Cell wide>
        <a
          href={imgur_url}
          target="_blank"
          rel="noopener nofollow"
          aria-label={`Picture of ${what}, opens in a new tab`}
          className="link inline-flex max-w-full items-center gap-1"
        >
          <span className="truncate">{imgur_url.replace(/^https:\/\//, '')}</span>
          <ExternalLink aria-hidden className="size-3.5 shrink-0" />
        </a>
      </Cell>
      <Cell wide align="right">
        <span className="flex gap-1 max-md:mt-1 md:justify-end">
          <Button
            icon={<Pencil aria-hidden className="size-4" />}
            aria-label={`Edit ${what}`}
            onClick={() => onEdit(sprite)}
            className="max-md:flex-1"
          >
            Edit
          </Button>
          <IconButton
            label={`Delete ${what}`}
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => onDelete(sprite)}
            className="hover:text-rejected!"
          />
        </span>
      </Cell>
    </Row>
  );
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, i) => i);

/** A row's place while the first answer is on its way, as high as the row that comes. */
function SkeletonRow() {
  return (
    <Row>
      <Cell>
        <span className="flex h-12 items-center gap-3">
          <Skeleton className="size-12 rounded-full!" />
          <Skeleton className="h-4 w-24" />
        </span>
      </Cell>
      <Cell>
        <Skeleton className="h-4 w-16" />
      </Cell>
      <Cell wide>
        <Skeleton className="h-4 w-48" />
      </Cell>
      <Cell wide align="right">
        <Skeleton className="inline-block! h-control w-30" />
      </Cell>
    </Row>
  );
}
