import type { KeyboardEvent } from 'react';
import { REJECTION_REASONS } from '../../../../src/contract/review/review-values.ts';
import { cx } from '../../../ui/cx.ts';
import { focusWhenShown } from '../../../ui/hooks/focus-when-shown.ts';
import { Kbd } from '../../../ui/kbd.tsx';

interface ReasonPickerProps {
  /** The chosen or typed reason. */
  value: string;
  onChoose: (reason: string) => void;
  onSend: () => void;
  onClose: () => void;
}

/** The usual reasons for a rejection: digits choose, Enter sends, Escape closes. */
export function ReasonPicker({ value, onChoose, onSend, onClose }: ReasonPickerProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const reason = /^[1-9]$/.test(event.key) ? REJECTION_REASONS[Number(event.key) - 1] : undefined;
    const send = event.key === 'Enter' && event.target === event.currentTarget && !event.repeat;
    if (!reason && !send && event.key !== 'Escape') return;
    event.preventDefault();
    // Otherwise Escape would close a surrounding dialog too.
    event.stopPropagation();
    if (reason) onChoose(reason);
    else if (send) onSend();
    else onClose();
  }

  return (
    <fieldset
      ref={focusWhenShown}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="animate-rise max-h-[45dvh] overflow-y-auto rounded-md bg-sunken p-2"
    >
      <legend className="sr-only">Reasons for rejecting</legend>
      <div className="grid gap-1 md:grid-cols-2">
        {REJECTION_REASONS.map((reason, at) => (
          <button
            key={reason}
            type="button"
            aria-pressed={value === reason}
            aria-keyshortcuts={String(at + 1)}
            onClick={() => onChoose(reason)}
            className={cx(
              'flex min-h-control items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left text-sm transition-colors',
              value === reason ? 'bg-raised shadow-low' : 'text-ink-soft hover:bg-raised hover:text-ink',
            )}
          >
            <span aria-hidden className="max-md:hidden">
              <Kbd>{String(at + 1)}</Kbd>
            </span>
            {reason}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
