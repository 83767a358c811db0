import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { tabbable } from 'tabbable';
import { askFirst, CloseQuestionsContext, type LeaveQuestion } from '../../lib/leave-question.ts';
import { confirmation } from '../../lib/server/confirmation.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { SentenceOn } from '../untranslated.tsx';
import { useBack } from './use-back.ts';

export interface DialogProps {
  open: boolean;
  /**
   * Called by Escape, Back, the close button and a press outside, unless a `LeaveGuard` inside or `pending` keeps the dialog
   * open.
   */
  onClose: () => void;
  /** Its action is in progress: it stays open to show the outcome. */
  pending?: boolean;
  title: ReactNode;
  /** A name in the title and on the button that sends the form, which browsers must not translate. */
  named?: string;
  description?: ReactNode;
  /** The id of the content that describes it, in place of a `description`. */
  describedBy?: string;
  /** Buttons at the foot; they stay in sight while the body scrolls, where the screen is high enough for them. */
  footer?: ReactNode;
  width?: 'sm' | 'md' | 'lg';
  /** Next to the close button. */
  actions?: ReactNode;
  /** A line under the title that stays in sight like it. */
  bar?: ReactNode;
  /** Fills the screen on phones. */
  full?: boolean;
  /** In front of every other dialog, which stays open behind it. */
  front?: boolean;
  /** Whether it is open is in the address: Back closes it as it goes to the address before. */
  inAddress?: boolean;
  /** Takes the focus when the dialog opens, if it is there by then; by default, and for null, the first control. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  /** What takes the focus when the dialog closes; by default what had it before. */
  finalFocus?: () => HTMLElement | null;
  children?: ReactNode;
}

/** On phones, both are at the lower edge. */
const SHAPES = {
  dialog: 'md:top-[8vh] md:bottom-auto md:left-1/2 md:max-h-[84vh] md:-translate-x-1/2 md:rounded-lg',
  sheet: 'md:top-0 md:right-0 md:h-dvh md:max-h-none md:rounded-none',
};

const WIDTHS = { sm: 'md:w-card', md: 'md:w-xl', lg: 'md:w-4xl' };

/**
 * Tab goes from the last control to the first, and back. The library does that a frame later, when a held Tab has left the
 * dialog.
 */
function keepFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, shiftKey, currentTarget: dialog, target } = event;
  // A dialog in front of this one passes its keys on.
  if (key !== 'Tab' || event.defaultPrevented || !(target instanceof Node && dialog.contains(target))) return;
  const controls = tabbable(dialog);
  const [first, last] = [controls[0], controls.at(-1)];
  if (target !== (shiftKey ? first : last)) return;
  event.preventDefault();
  (shiftKey ? last : first)?.focus();
}

/** The dialog itself; loaded when the first one opens (see dialog.tsx). */
export default function DialogSurface(props: DialogProps & { shape?: 'dialog' | 'sheet' }) {
  const {
    open,
    onClose,
    pending = false,
    title,
    named = '',
    description,
    describedBy,
    footer,
    actions,
    bar,
    initialFocus,
    finalFocus,
    children,
  } = props;
  const { shape = 'dialog', width = 'md', full = false, front = false, inAddress = false } = props;
  const [questions] = useState(() => new Set<LeaveQuestion>());
  const close = () => {
    if (!pending) askFirst(questions, onClose);
  };
  const onOpenChange = (next: boolean) => {
    // A press on the confirmation, or Escape in it, is not meant for the dialog behind it.
    const isBehind = !front && confirmation.get() !== null;
    if (!next && !isBehind) close();
  };
  useBack(open && !inAddress, close);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop
          className={cx(
            'fixed inset-0 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0',
            front ? 'z-50' : 'z-40',
          )}
        />
        <Base.Popup
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          // Without one, that of the description stays.
          {...(describedBy && { 'aria-describedby': describedBy })}
          onKeyDown={keepFocus}
          className={cx(
            'fixed z-50 flex flex-col overflow-y-auto border border-line bg-surface shadow-high outline-none md:max-w-[calc(100vw-2rem)]',
            'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-lg md:inset-x-auto',
            'transition-[opacity,translate] duration-150 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0',
            // The second click of a double click must not press a button of a dialog that is closing.
            'data-ending-style:pointer-events-none',
            // All dialogs share one scrim, so a dialog behind another one is darkened here.
            'data-nested-dialog-open:brightness-60',
            'max-md:data-ending-style:translate-y-4 max-md:data-starting-style:translate-y-4',
            SHAPES[shape],
            WIDTHS[width],
            full && 'max-md:h-dvh max-md:max-h-none! max-md:rounded-none! max-md:border-0',
          )}
        >
          <div className="flex items-start justify-between gap-4 border-b border-line px-5 pt-4 pb-3">
            <div className="min-w-0">
              <Base.Title className="text-lg font-semibold">
                {typeof title === 'string' ? <SentenceOn name={named}>{title}</SentenceOn> : title}
              </Base.Title>
              {description && (
                <Base.Description className="mt-0.5 text-sm text-ink-soft">{description}</Base.Description>
              )}
            </div>
            <div className="-mt-1.25 -mr-2 flex items-center gap-2 touch:-mt-2.25">
              {actions}
              <IconButton label="Close" icon={X} onClick={close} />
            </div>
          </div>
          {bar}
          {/* Positioned, so that hidden labels in it lengthen its scroll area and not that of the dialog. */}
          <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 low:min-h-fit low:overflow-visible">
            <CloseQuestionsContext value={questions}>{children}</CloseQuestionsContext>
          </div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-3 max-md:*:grow">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
