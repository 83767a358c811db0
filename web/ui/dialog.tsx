import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';

const Surface = lazy(() => import('./dialog-surface.tsx'));

export interface DialogProps {
  open: boolean;
  /** Called by Escape, the close button and a press outside. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the foot; they stay in sight while the body scrolls. */
  footer?: ReactNode;
  width?: 'sm' | 'md' | 'lg';
  /** Beside the close button. */
  actions?: ReactNode;
  /** Takes the whole of a phone's screen. */
  full?: boolean | undefined;
  children?: ReactNode;
}

/** Keeps the dialog's code out of the page until one has been opened, and its closing motion after. */
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

/** A modal window; on phones it comes up from the bottom. Focus goes in, is kept, and goes back. */
export const Dialog = (props: DialogProps) => <LazySurface {...props} shape="dialog" />;

/** The same at the page's edge: from the right, on phones from the bottom. For filters and details. */
export const Sheet = (props: DialogProps) => <LazySurface {...props} shape="sheet" />;

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** Names what is hit: "Suspend ash_k and return 37 approvals to review?" */
  title: ReactNode;
  /** Says whether it can be undone. */
  children: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  pending?: boolean;
  /** Why the last try failed. */
  error?: string | null;
  onConfirm: () => unknown;
}

/** The second act before something that matters. The caller closes it when the work is done. */
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
