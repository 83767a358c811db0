import { type RefObject, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { tabbable } from 'tabbable';
import { FormButtons } from '../form-buttons.tsx';
import { FormAlert } from '../form-messages.tsx';
import { SentenceOn } from '../untranslated.tsx';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog-surface.tsx';
import { useTypedConfirmation } from './typed-confirmation.tsx';

interface FormDialogProps extends Omit<DialogProps, 'initialFocus'> {
  /** By default the first field, if there is one, and on touch screens the dialog itself; `submit` is the button that sends the form. */
  initialFocus?: DialogProps['initialFocus'] | 'submit';
  submitLabel: string;
  danger?: boolean;
  disabled?: boolean;
  /** A username, also in the title, that must be typed before the form is sent. */
  nameToType?: string;
  /** Sends the form. While its promise is pending the dialog stays open, and the form is not sent again. */
  onSubmit: () => unknown;
  /** The sentence to show for the error of a rejected promise. */
  failureText?: (error: unknown) => string | null;
}

/**
 * The first field of a form, which takes the focus: the space bar would press the close button. On touch screens, where a
 * keyboard would cover the text of the dialog, the dialog itself.
 */
function firstField(form: HTMLElement | null): HTMLElement | null {
  if (form === null) return null;
  if (matchMedia('(pointer: coarse)').matches) return form.closest<HTMLElement>('[role=dialog]');
  const controls = tabbable(form).filter((control) => control instanceof HTMLElement);
  return controls.find((control) => control.matches('input, select, textarea')) ?? null;
}

/** Gives the focus of a dialog to the first field as soon as there is one, unless it has moved on. */
function useFirstField(form: RefObject<HTMLFormElement | null>) {
  const isAwaited = useRef(false);
  useEffect(() => {
    const field = isAwaited.current && firstField(form.current);
    if (!field) return;
    isAwaited.current = false;
    const dialog = field.closest('[role=dialog]');
    if (dialog && tabbable(dialog)[0] === document.activeElement) field.focus();
  });
  return () => {
    const field = firstField(form.current);
    isAwaited.current = !field;
    return field;
  };
}

/** A form in a dialog. A `footer` takes the place of Cancel and the button that sends the form. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, danger = false, disabled = false, onSubmit, failureText, footer, ...rest } = props;
  const { nameToType, initialFocus, children, ...dialog } = rest;
  const form = useRef<HTMLFormElement>(null);
  const toFirstField = useFirstField(form);
  const formId = useId();
  const submit = useRef<HTMLButtonElement>(null);
  /** At once, before `isSending` is drawn: a double click sends twice. */
  const isRunning = useRef(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirmation = useTypedConfirmation(nameToType);
  const pending = isSending || (dialog.pending ?? false);

  async function send(event: SyntheticEvent) {
    event.preventDefault();
    // React passes it on to a form around this dialog.
    event.stopPropagation();
    if (isRunning.current || !confirmation.check()) return;
    isRunning.current = true;
    setSending(true);
    setFailure(null);
    try {
      await onSubmit();
    } catch (error) {
      if (!failureText) throw error;
      setFailure(failureText(error));
    } finally {
      isRunning.current = false;
      setSending(false);
    }
  }

  return (
    <Dialog
      {...dialog}
      initialFocus={initialFocus === 'submit' ? submit : (initialFocus ?? toFirstField)}
      pending={pending}
      footer={
        footer || (
          <FormButtons
            form={formId}
            submit={submit}
            label={<SentenceOn name={dialog.named ?? ''}>{submitLabel}</SentenceOn>}
            danger={danger}
            disabled={disabled}
            pending={pending}
            onCancel={dialog.onClose}
          />
        )
      }
    >
      <form ref={form} id={formId} noValidate className="space-y-4" onSubmit={(event) => void send(event)}>
        {children}
        {nameToType !== undefined && confirmation.field}
      </form>
      {failureText && (
        <div className={failure ? 'mt-4' : undefined}>
          <FormAlert>{failure}</FormAlert>
        </div>
      )}
    </Dialog>
  );
}
