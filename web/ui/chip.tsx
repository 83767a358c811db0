import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface ChipProps {
  children: ReactNode;
  onRemove: () => void;
  /** Names what is removed: "Remove filter: Nature Adamant". */
  removeLabel: string;
  /** Strikes the text through while the removal takes effect. */
  isRemoved?: boolean;
}

/** A short fact that can be removed, such as an active filter. */
export function Chip({ children, onRemove, removeLabel, isRemoved = false }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center rounded-full border border-line bg-surface pl-3 text-sm',
        isRemoved && 'text-ink-faint line-through',
      )}
    >
      <span className="truncate">{children}</span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="flex size-8 shrink-0 items-center justify-center rounded-full text-ink-faint transition-colors hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 touch:size-11"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
