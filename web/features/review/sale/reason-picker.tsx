import type { KeyboardEvent, Ref } from 'react';
import { REJECTION_REASONS } from '../../../../src/contract/review/review-values.ts';
import { cx } from '../../../ui/cx.ts';
import { FormAlert } from '../../../ui/form-messages.tsx';
import { focusWhenShown } from '../../../ui/hooks/focus.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { announce } from '../../../ui/live-region.tsx';

interface ReasonPickerProps {
  /** By default it takes the focus when it appears. */
  ref?: Ref<HTMLFieldSetElement>;
  /** The chosen or typed reason. */
  value: string;
  onChoose: (reason: string) => void;
  onSend: () => void;
  /** Why it was not sent. */
  error: string | null;
}

/** The usual reasons for a rejection: digits choose, Enter sends. */
export function ReasonPicker({ ref = focusWhenShown, value, onChoose, onSend, error }: ReasonPickerProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const reason = /^[1-9]$/.test(event.key) ? REJECTION_REASONS[Number(event.key) - 1] : undefined;
    const send = event.key === 'Enter' && event.target === event.currentTarget && !event.repeat;
    if (!reason && !send) return;
    event.preventDefault();
    event.stopPropagation();
    if (!reason) return onSend();
    onChoose(reason);
    announce(`Reason: ${reason}`);
  }

  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      // It takes keys, so its focus has to show.
      className="animate-rise w-full rounded-md bg-sunken p-2 focus-visible:outline-2! focus-visible:outline-accent"
    >
      <legend className="sr-only">Reasons for rejecting</legend>
      <div className="grid gap-1 md:grid-cols-2 @3xl:grid-cols-3 @3xl:gap-y-0">
        {REJECTION_REASONS.map((reason, at) => (
          <button
            key={reason}
            type="button"
            aria-pressed={value === reason}
            aria-keyshortcuts={String(at + 1)}
            onClick={() => onChoose(reason)}
            className={cx(
              'flex min-h-control items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left text-sm transition-colors',
              value === reason
                ? 'bg-accent-soft font-medium text-accent-strong inset-ring inset-ring-accent'
                : 'bg-surface hover:bg-raised hover:text-accent',
            )}
          >
            <span aria-hidden className="max-md:hidden">
              <Kbd>{String(at + 1)}</Kbd>
            </span>
            {reason}
          </button>
        ))}
      </div>
      <div className={error ? 'mt-2' : undefined}>
        <FormAlert>{error}</FormAlert>
      </div>
    </fieldset>
  );
}
