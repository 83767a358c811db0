import { useId } from 'react';
import { FormButtons } from '../form-buttons.tsx';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog-surface.tsx';

interface FormDialogProps extends DialogProps {
  /** On the button that sends the form. */
  submitLabel: string;
  danger?: boolean;
  /** It cannot be sent yet. */
  disabled?: boolean;
  /** The form is being sent: the dialog stays open, to show a refusal. */
  pending: boolean;
  onSubmit: () => unknown;
}

/** A form in a dialog. A `footer` takes the place of Cancel and the button that sends the form. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, danger = false, disabled = false, onSubmit, footer, children, ...dialog } = props;
  const form = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        footer || (
          <FormButtons
            form={form}
            label={submitLabel}
            danger={danger}
            disabled={disabled}
            pending={dialog.pending}
            onCancel={dialog.onClose}
          />
        )
      }
    >
      <form
        id={form}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
