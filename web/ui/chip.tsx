import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface ChipProps {
  children: ReactNode;
  /** Makes the chip removable; `removeLabel` names what is removed: "Remove filter: Nature Adamant". */
  onRemove?: () => void;
  removeLabel?: string;
  /** Strikes the text through while the removal takes effect. */
  isRemoved?: boolean;
}

/** A short fact, optionally removable, such as an active filter. */
export function Chip({ children, onRemove, removeLabel, isRemoved = false }: ChipProps) {
  const body = 'inline-flex max-w-full items-center rounded-full border border-line bg-surface text-sm';
  if (!onRemove) return <span className={`${body} min-h-7 px-3`}>{children}</span>;
  return (
    <span className={cx(body, 'pl-3', isRemoved && 'text-ink-faint line-through')}>
      <span className="truncate">{children}</span>
      <button
        type="button"
        aria-label={removeLabel ?? 'Remove'}
        onClick={onRemove}
        className="flex size-11 shrink-0 items-center justify-center rounded-full text-ink-faint transition-colors hover:bg-sunken hover:text-ink md:size-8"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
