import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import type { SettingField } from './setting-fields.tsx';

interface SettingInputProps {
  field: SettingField;
  draft: string;
  error: string | null;
  onType: (text: string) => void;
}

/** The form field of a setting. */
export function SettingInput({
  field: { label, hint, placeholder, input, options = [] },
  draft,
  error,
  onType,
}: SettingInputProps) {
  const common = { label, error, ...(hint && { hint }) };
  if (input === 'choice')
    return <Select {...common} value={draft} onValueChange={onType} options={options} />;
  if (input === 'lines')
    return <TextArea {...common} value={draft} onChange={(event) => onType(event.target.value)} />;
  return (
    <TextField
      {...common}
      {...(input === 'number' && { inputMode: 'numeric' })}
      {...(placeholder && { placeholder })}
      {...(input === 'email' && { type: 'email' })}
      autoComplete="off"
      value={draft}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

interface SecretStateProps {
  label: string;
  /** `set` or `unset`. */
  value: string;
  onRemove: () => void;
}

/** Whether a secret is set, and its removal. */
export const SecretState = ({ label, value, onRemove }: SecretStateProps) => (
  <p className="mt-2 flex min-h-control items-center gap-2 text-sm text-ink-soft">
    Currently <Badge tone={value === 'set' ? 'approved' : 'neutral'}>{value}</Badge>
    {value === 'set' && (
      <Button variant="quiet" aria-label={`Remove ${label}`} onClick={onRemove} className="text-rejected!">
        Remove…
      </Button>
    )}
  </p>
);
