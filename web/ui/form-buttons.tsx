import { Button } from './button.tsx';

interface FormButtonsProps {
  /** The id of the form, which is elsewhere on the page. */
  form: string;
  label: string;
  danger?: boolean;
  /** It is being sent: Cancel could not take that back. */
  pending: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

export const FormButtons = ({
  form,
  label,
  danger,
  pending,
  disabled = false,
  onCancel,
}: FormButtonsProps) => (
  <>
    <Button disabled={pending} onClick={onCancel}>
      Cancel
    </Button>
    <Button
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
