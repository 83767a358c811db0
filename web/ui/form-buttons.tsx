import type { ReactNode, Ref } from 'react';
import { Button } from './button.tsx';

interface FormButtonsProps {
  /** The id of the form, which is elsewhere on the page. */
  form: string;
  /** The button that sends it. */
  submit?: Ref<HTMLButtonElement>;
  label: ReactNode;
  danger?: boolean;
  /** It is being sent: Cancel could not take that back. */
  pending: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

export const FormButtons = ({
  form,
  submit,
  label,
  danger,
  pending,
  disabled = false,
  onCancel,
}: FormButtonsProps) => (
  <>
    <Button
      disabled={pending}
      onClick={onCancel}
      // As for the button that sends the form.
      onMouseDown={(event) => event.preventDefault()}
    >
      Cancel
    </Button>
    <Button
      ref={submit}
      type="submit"
      form={form}
      variant={danger ? 'danger' : 'primary'}
      disabled={disabled}
      pending={pending}
      className="whitespace-normal! wrap-anywhere max-md:py-2"
    >
      {label}
    </Button>
  </>
);
