import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../button.tsx';
import type { DialogProps } from './dialog-surface.tsx';

const Surface = lazy(() => import('./dialog-surface.tsx'));

/** Loads the dialog's code when one is first opened, and keeps it for the closing motion. */
function LazySurface(props: DialogProps & { shape: 'dialog' | 'sheet' }) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Surface {...props} />
    </Suspense>
  );
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
