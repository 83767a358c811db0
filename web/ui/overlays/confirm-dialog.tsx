import { type ComponentProps, type RefObject, useId } from 'react';
import { moveFocus } from '../hooks/focus.ts';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmDialogProps
  extends Pick<
    ComponentProps<typeof FormDialog>,
    | 'open'
    | 'onClose'
    | 'title'
    | 'named'
    | 'description'
    | 'width'
    | 'danger'
    | 'nameToType'
    | 'failureText'
    | 'footer'
    | 'children'
  > {
  confirmLabel: string;
  /** The action. The dialog closes when it succeeds; it stays open while it is pending and when it fails. */
  onConfirm: () => unknown;
  /** Takes the focus afterwards, if the action removes the button that opened the dialog. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/**
 * Confirms an action that matters. The title names what is affected, and the content the consequences and whether it can be
 * undone.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, onConfirm, focusAfter, children, ...dialog } = props;
  const content = useId();

  async function confirm() {
    await onConfirm();
    if (focusAfter) moveFocus(focusAfter.current);
    dialog.onClose();
  }

  return (
    <FormDialog
      width="sm"
      {...dialog}
      describedBy={dialog.description ? undefined : content}
      submitLabel={confirmLabel}
      onSubmit={confirm}
    >
      <div id={content} className="text-base text-ink-soft">
        {children}
      </div>
    </FormDialog>
  );
}
