import { type ReactNode, type RefObject, useState } from 'react';
import { Button } from '../button.tsx';
import { FormAlert } from '../form-alert.tsx';
import { moveFocus } from '../hooks/move-focus.ts';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog-surface.tsx';

interface ConfirmDialogProps extends Pick<DialogProps, 'open' | 'onClose' | 'description' | 'width'> {
  /** Names what is affected: "Suspend ash_k and return 37 approvals to review?" */
  title: ReactNode;
  /** The consequences, and whether it can be undone. */
  children: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  /** Does it. The dialog stays open while its promise is pending and when that is rejected, and closes otherwise. */
  onConfirm: () => unknown;
  /** Takes the focus once it is done, when the button that opened the dialog disappears with that. */
  focusAfter?: RefObject<HTMLElement | null>;
  /** The sentence to show for the error of a rejected promise. */
  failureText?: (error: unknown) => string | null;
}

/** Confirms an action that matters. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, danger = false, onConfirm, focusAfter, failureText, children, ...dialog } = props;
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm() {
    setFailure(null);
    setPending(true);
    try {
      await onConfirm();
      if (focusAfter) moveFocus(focusAfter.current);
      dialog.onClose();
    } catch (error) {
      if (!failureText) throw error;
      setFailure(failureText(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      width="sm"
      {...dialog}
      pending={pending}
      footer={
        <>
          <Button disabled={pending} onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-base text-ink-soft">{children}</div>
      <div className={failure ? 'mt-3' : undefined}>
        <FormAlert>{failure}</FormAlert>
      </div>
    </Dialog>
  );
}
