import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Suggestion } from '../../../../src/contract/query/suggestions.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { useAnnouncement } from '../../../ui/live-region.tsx';
import type { Completion } from './use-completion.ts';

/** Suggestions visible at once. */
const SHOWN = 8;

interface CompletionListProps {
  id: string;
  completion: Completion;
  active: number;
  anchor: RefObject<HTMLSpanElement | null>;
  onChoose: (option: Suggestion) => void;
}

/** Suggestions below the caret; on phones below the buttons of the field, which stay reachable. */
export function CompletionList({ id, completion, active, anchor, onChoose }: CompletionListProps) {
  const { options, from, searching, none } = completion;
  const box = useRef<HTMLDivElement>(null);
  const status = searching ? MESSAGES.searching : none ? MESSAGES.noResults : null;

  useAnnouncement(status ?? (options.length > 0 && counted(options.length, 'suggestion')));

  useLayoutEffect(() => {
    const { current: popup } = box;
    const { current: start } = anchor;
    if (!popup || !start) return;
    const room = (popup.offsetParent?.clientWidth ?? 0) - popup.offsetWidth;
    popup.style.left = `${Math.max(0, Math.min(start.offsetLeft - 12, room))}px`;
    popup.style.top = `${start.offsetTop + start.offsetHeight + 14}px`;
  });
  // A scrollable list would be a tab stop before this button, so the arrow keys move a window instead.
  const first = Math.max(0, Math.min(active - SHOWN + 2, options.length - SHOWN));
  const shown = options.slice(first, first + SHOWN);

  return (
    <div
      ref={box}
      key={from}
      hidden={options.length === 0 && status === null}
      className="animate-rise absolute z-30 w-80 max-md:top-full! max-md:left-0! max-md:mt-1 max-md:w-full overflow-hidden rounded-md border border-line bg-raised shadow-high"
    >
      <div id={id} role="listbox" tabIndex={-1} aria-label="Suggestions" className="py-1 empty:hidden">
        {shown.map((option, place) => {
          const index = first + place;
          return (
            <button
              key={option.label}
              id={`${id}-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              aria-posinset={index + 1}
              aria-setsize={options.length}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
              className="flex w-full text-left min-h-control cursor-pointer items-center justify-between gap-4 px-3 text-base hover:bg-sunken aria-selected:bg-accent-soft"
            >
              <span className="truncate font-mono">{option.label}</span>
              {option.detail && <span className="shrink-0 text-xs text-ink-faint">{option.detail}</span>}
            </button>
          );
        })}
      </div>
      {options.length > SHOWN && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-ink-faint">
          {options.length - SHOWN} more: type on, or go on with the arrows.
        </p>
      )}
      {options.length === 0 && status && <p className="px-3 py-2.5 text-sm text-ink-faint">{status}</p>}
    </div>
  );
}
