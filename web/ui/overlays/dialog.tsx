import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../button.tsx';
import type { DialogProps } from './dialog-surface.tsx';
import { showToast } from './toast.tsx';

type SurfaceProps = DialogProps & { shape: 'dialog' | 'sheet' };

/** The dialog's code, once it is loaded. */
let Surface: ComponentType<SurfaceProps> | null = null;

const NOT_LOADED = 'This could not be opened. Check your connection, or reload the page.';

/**
 * Loads the dialog's code when one is first opened, and keeps it for the closing motion. Not with `lazy`, which would put
 * an error in place of the page without a network, and would not try again.
 */
function LazySurface(props: SurfaceProps) {
  const { open, onClose } = props;
  const [wanted, setWanted] = useState(open);
  const [, setLoaded] = useState(Surface !== null);
  if (open && !wanted) setWanted(true);
  useEffect(() => {
    if (!open || Surface) return;
    let isCurrent = true;
    import('./dialog-surface.tsx').then(
      (loaded) => {
        Surface = loaded.default;
        if (isCurrent) setLoaded(true);
      },
      () => {
        if (!isCurrent) return;
        showToast(NOT_LOADED, { tone: 'alert' });
        onClose();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [open, onClose]);
  return wanted && Surface && <Surface {...props} />;
}

/** A modal window; on phones at the bottom. Focus moves in, stays inside, and returns on close. */
export const Dialog = (props: DialogProps) => <LazySurface {...props} shape="dialog" />;

/** A dialog at the right edge, on phones at the bottom. For filters and details. */
export const Sheet = (props: DialogProps) => <LazySurface {...props} shape="sheet" />;

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
      width="sm"
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
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
