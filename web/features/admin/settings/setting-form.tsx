import { type FormEvent, useState } from 'react';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { FormSuccess } from '../../../ui/form-success.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { adminFailure } from '../admin-failure.ts';
import { changeLabel, settingError } from './setting-changes.ts';
import type { SettingField } from './setting-fields.ts';

interface SettingFormProps {
  field: SettingField;
  /** The saved value; of a secret `set` or `unset`. */
  value: string;
  /** @returns the saved value. @throws the server's error */
  onSave: (value: string) => Promise<string>;
}

/** One setting with its own button. Input stays until it is saved. */
export function SettingForm({ field, value, onSave }: SettingFormProps) {
  const secret = field.input === 'secret';
  const held = secret ? '' : value;
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [removing, setRemoving] = useState(false);
  const draft = typed ?? held;
  const changed = draft !== held;

  function type(text: string) {
    setTyped(text);
    setError(null);
    setDone(null);
  }

  async function save(next: string) {
    if (saving) return;
    setSaving(true);
    setError(null);
    setDone(null);
    try {
      const after = await onSave(next);
      setTyped(null);
      setRemoving(false);
      setDone(after === value && !secret ? 'Nothing has changed.' : changeLabel(field, value, after));
    } catch (failure) {
      setError(adminFailure(failure, MESSAGES.dataSaveFailed));
    } finally {
      setSaving(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const issue = settingError(field, draft);
    setError(issue);
    if (!issue && changed) void save(draft);
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-2">
      <div className="flex items-start gap-x-3">
        <div className="min-w-0 flex-1">
          <SettingInput field={field} draft={draft} error={error} onType={type} />
        </div>
        <Button
          type="submit"
          pending={saving}
          disabled={!changed}
          aria-label={`Save ${field.label}`}
          className="mt-6"
        >
          Save
        </Button>
      </div>
      {secret && (
        <p className="flex min-h-control items-center gap-2 text-sm text-ink-soft">
          Currently <Badge tone={value === 'set' ? 'approved' : 'neutral'}>{value}</Badge>
          {value === 'set' && (
            <Button
              variant="quiet"
              aria-label={`Remove ${field.label}`}
              onClick={() => setRemoving(true)}
              className="text-rejected!"
            >
              Remove…
            </Button>
          )}
        </p>
      )}
      <FormSuccess>{done}</FormSuccess>
      {secret && (
        <ConfirmDialog
          open={removing}
          onClose={() => setRemoving(false)}
          title={`Remove ${field.label}?`}
          confirmLabel="Remove"
          danger
          error={error}
          onConfirm={() => save('')}
        >
          <p>Messages stop at once. The value is not kept: to resume, enter it again.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

interface SettingInputProps {
  field: SettingField;
  draft: string;
  error: string | null;
  onType: (text: string) => void;
}

function SettingInput({
  field: { label, hint, input, options = [] },
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
      {...(input === 'secret' && { type: 'url', placeholder: 'https://discord.com/api/webhooks/…' })}
      {...(input === 'email' && { type: 'email' })}
      autoComplete="off"
      value={draft}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
