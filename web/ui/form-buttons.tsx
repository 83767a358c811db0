import { Button } from './button.tsx';

interface FormButtonsProps {
  /** The id of the form, which is elsewhere on the page. */
  form: string;
  label: string;
  pending: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

/** Cancels a form or sends it. */
export const FormButtons = ({ form, label, pending, disabled = false, onCancel }: FormButtonsProps) => (
  <>
    <Button onClick={onCancel}>Cancel</Button>
    <Button type="submit" form={form} variant="primary" disabled={disabled} pending={pending}>
      {label}
    </Button>
  </>
);
