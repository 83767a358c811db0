import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import type { DialogProps } from './dialog-surface.tsx';
import { lateDialog } from './late-dialog.tsx';

type SurfaceProps = DialogProps & { shape: 'dialog' | 'sheet' };

const Surface = lateDialog<SurfaceProps>(() => import('./dialog-surface.tsx'));

/** A modal window; on phones at the bottom. Focus moves in, stays inside, and returns on close. */
export const Dialog = (props: DialogProps) => <Surface {...props} shape="dialog" />;

/** A dialog at the right edge, on phones at the bottom. For filters and details. */
export const Sheet = (props: DialogProps) => <Surface {...props} shape="sheet" />;

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** Names what is affected: "Suspend ash_k and return 37 approvals to review?" */
  title: ReactNode;
  /** The consequences, and whether it can be undone. */
  children: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  pending?: boolean;
  /** Why the last try failed. */
  error?: string | null;
  onConfirm: () => unknown;
}

/** Confirms an action that matters. The caller closes it when the work is done. */
export function ConfirmDialog({
  confirmLabel,
  danger = false,
  pending = false,
  error,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      pending={pending}
      width="sm"
      footer={
        <>
          <Button disabled={pending} onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-base text-ink-soft">{children}</div>
      {error && (
        <p role="alert" className="mt-3 text-sm text-rejected">
          {error}
        </p>
      )}
    </Dialog>
  );
}
