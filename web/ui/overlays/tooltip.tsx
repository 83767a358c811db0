import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface TooltipProps {
  content: ReactNode;
  /** False where each row of a list would be a tab stop, and its detail shows the same. */
  inTabOrder?: boolean;
  children: ReactNode;
}

/**
 * Text on hover and focus of what cannot take focus itself, in the top layer so that no table clips it. It stays while it
 * is hovered; Escape hides it. It only repeats or adds to what the page shows anyway.
 *
 * Our own, because it is on the first page (docs/decisions/0010-first-page-script.md).
 */
export function Tooltip({ content, inTabOrder = true, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const shown = bubble.current;
    // Nothing is measured while it is hidden: that would lay out the page for every list with tooltips.
    const at = open ? anchor.current?.getBoundingClientRect() : undefined;
    if (!at || !shown) return;
    shown.showPopover?.();
    const { width, height } = shown.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - 8));
    const above = at.top - height - 6;
    shown.style.left = `${left}px`;
    shown.style.top = `${above < 8 ? at.bottom + 6 : above}px`;

    const hide = () => setOpen(false);
    // The key must not also close a dialog around it, which receives the event later.
    const hideOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      hide();
    };
    addEventListener('keydown', hideOnEscape, true);
    addEventListener('scroll', hide, true);
    return () => {
      removeEventListener('keydown', hideOnEscape, true);
      removeEventListener('scroll', hide, true);
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows and hides text
    <span
      ref={anchor}
      // Its children cannot take focus.
      tabIndex={inTabOrder ? 0 : undefined}
      aria-describedby={open ? id : undefined}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      className="inline-flex rounded-xs align-middle"
    >
      {children}
      {open && (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          popover="manual"
          // A margin without colour bridges the gap, so that the pointer can move onto the text.
          className="fixed inset-auto m-0 w-max max-w-64 overflow-visible rounded-md bg-ink px-2.5 py-1.5 text-xs font-medium text-paper shadow-high before:absolute before:-inset-1.5"
        >
          {content}
        </span>
      )}
    </span>
  );
}
