import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { SettingKey } from '../../../../src/contract/admin/settings.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { fieldErrorsOf } from '../../../lib/forms.ts';
import { isChangedMeanwhile, refusalText } from '../../../lib/server/errors.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { FormAlert, FormSuccess } from '../../../ui/form-messages.tsx';
import { moveFocus } from '../../../ui/hooks/focus.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { AdminSection } from '../admin-section.tsx';
import {
  changedValues,
  changeLabel,
  heldValue,
  type SettingDrafts,
  settingErrors,
} from './setting-changes.ts';
import type { SettingField } from './setting-fields.tsx';
import type { SettingValues } from './use-settings.ts';

const CHANGED_MEANWHILE = 'This has changed since you opened it, so nothing was saved.';

interface SettingsCardProps {
  title: string;
  about: ReactNode;
  fields: readonly SettingField[];
  values: SettingValues;
  /** Saves only these over the seen values, and returns all saved values. @throws the server's error */
  onSave: (changes: SettingDrafts, seen: SettingValues) => Promise<SettingValues>;
  /** The saved values as they are now. @throws the server's error */
  onReload: () => Promise<SettingValues>;
  onDirty: (title: string, dirty: boolean) => void;
}

/** Asked before changes that cannot be taken back. */
interface Question {
  title: string;
  consequences: string;
  confirmLabel: string;
  changes: SettingDrafts;
}

/** Settings that are saved together. Only changed ones are sent, so that those of other admins are not overwritten. */
export function SettingsCard({ title, about, fields, values, onSave, onReload, onDirty }: SettingsCardProps) {
  const [typed, setTyped] = useState<SettingDrafts>({});
  const [errors, setErrors] = useState<SettingDrafts>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const asking = useDialog<Question>();
  const form = useRef<HTMLFormElement>(null);
  // The values that were shown when typing began: a reload replaces `values` while the admin types.
  const [held, setHeld] = useState<SettingValues | null>(null);
  const seen = held ?? values;
  const changes = changedValues(fields, seen, typed);
  const dirty = Object.keys(changes).length > 0;

  useEffect(() => {
    onDirty(title, dirty);
    return () => onDirty(title, false);
  }, [title, dirty, onDirty]);

  function type(key: SettingKey, text: string) {
    setHeld((before) => before ?? values);
    setTyped((before) => ({ ...before, [key]: text }));
    setErrors(({ [key]: _, ...others }) => others);
    setFailure(null);
    setDone(null);
  }

  function askToRemove(field: SettingField) {
    setFailure(null);
    asking.show({
      title: `Remove ${field.label}?`,
      consequences: `${field.removal} The value is deleted. To use it again, enter it again.`,
      confirmLabel: 'Remove',
      changes: { [field.key]: '' },
    });
  }

  /** The question before a change that deletes for good; undefined if none does. */
  function questionOf(sent: SettingDrafts): Question | undefined {
    const deletions = fields.flatMap(
      ({ key, deletion }) => deletion?.(seen[key], sent[key] ?? seen[key]) ?? [],
    );
    return deletions.map((deletion) => ({ ...deletion, confirmLabel: 'Delete and save', changes: sent }))[0];
  }

  function discard({ currentTarget }: MouseEvent<HTMLElement>) {
    moveFocus(currentTarget.parentElement);
    setHeld(null);
    setTyped({});
    setErrors({});
    setFailure(null);
  }

  function showErrors(found: SettingDrafts) {
    setErrors(found);
    const first = fields.findIndex(({ key }) => key in found);
    form.current?.querySelectorAll<HTMLElement>('input, textarea, select')[first]?.focus();
  }

  const labelsOf = (some: readonly SettingField[], after: SettingValues): string[] =>
    some.map((field) => changeLabel(field, seen[field.key], after[field.key]));

  /** Shows what someone else saved; a second attempt replaces it. */
  async function showOthersChanges(sent: readonly SettingField[]) {
    const now = await onReload();
    const changed = sent.filter(({ key }) => now[key] !== seen[key]);
    setFailure([CHANGED_MEANWHILE, ...labelsOf(changed, now)].join(' '));
    setHeld(now);
  }

  /** @throws the server's error, which is shown by then */
  async function save(sent: SettingDrafts) {
    setSaving(true);
    setErrors({});
    setFailure(null);
    setDone(null);
    const sentFields = fields.filter(({ key }) => key in sent);
    try {
      const after = await onSave(sent, seen);
      // Text that was typed during the saving stays.
      setTyped((now) =>
        Object.fromEntries(
          Object.entries(now).filter(([key, text]) => !(key in sent) || sent[key as SettingKey] !== text),
        ),
      );
      setHeld(null);
      setDone(['Saved.', ...labelsOf(sentFields, after)].join(' '));
    } catch (error) {
      const refused = fieldErrorsOf(
        error,
        fields.map(({ key }) => key),
      );
      if (refused) showErrors(Object.fromEntries(refused));
      else setFailure(refusalText(error, MESSAGES.dataSaveFailed));
      if (isChangedMeanwhile(error)) await showOthersChanges(sentFields).catch(() => undefined);
      throw error;
    } finally {
      setSaving(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = settingErrors(fields, changes);
    if (Object.keys(found).length > 0) return showErrors(found);
    const question = questionOf(changes);
    if (question) {
      setFailure(null);
      asking.show(question);
    } else if (dirty) save(changes).catch(() => undefined);
  }

  return (
    <AdminSection title={title} about={about}>
      <form ref={form} noValidate onSubmit={submit} className="space-y-5">
        {fields.map((field) => (
          <div key={field.key}>
            <SettingInput
              field={field}
              draft={typed[field.key] ?? heldValue(field, seen)}
              error={errors[field.key] ?? null}
              onType={(text) => type(field.key, text)}
            />
            {field.input === 'secret' && (
              <SecretState label={field.label} value={seen[field.key]} onRemove={() => askToRemove(field)} />
            )}
          </div>
        ))}
        <FormAlert>{asking.open ? null : failure}</FormAlert>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            pending={saving}
            disabled={!dirty}
            aria-label={`Save ${title}`}
          >
            Save
          </Button>
          {dirty && (
            <>
              <Button variant="quiet" onClick={discard} aria-label={`Discard changes to ${title}`}>
                Discard
              </Button>
              <span className="text-sm text-pending">Unsaved changes</span>
            </>
          )}
        </div>
        <FormSuccess>{done}</FormSuccess>
      </form>
      {asking.render(({ title, consequences, confirmLabel, changes: sent }, props) => (
        <ConfirmDialog
          {...props}
          title={title}
          confirmLabel={confirmLabel}
          danger
          onConfirm={() => save(sent)}
          focusAfter={form}
          // The card shows it, below.
          failureText={() => null}
        >
          <p>{consequences}</p>
          <FormAlert>{failure}</FormAlert>
        </ConfirmDialog>
      ))}
    </AdminSection>
  );
}

interface SettingInputProps {
  field: SettingField;
  draft: string;
  error: string | null;
  onType: (text: string) => void;
}

function SettingInput({
  field: { label, hint, placeholder, input, options = [] },
  draft,
  error,
  onType,
}: SettingInputProps) {
  const common = { label, error, hint };
  if (input === 'choice')
    return <Select {...common} value={draft} onValueChange={onType} options={options} />;
  if (input === 'lines')
    return <TextArea {...common} value={draft} onChange={(event) => onType(event.target.value)} />;
  return (
    <TextField
      {...common}
      inputMode={input === 'number' ? 'numeric' : undefined}
      placeholder={placeholder}
      type={input === 'email' ? 'email' : 'text'}
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

const SecretState = ({ label, value, onRemove }: SecretStateProps) => (
  <p className="mt-2 flex min-h-control items-center gap-2 text-sm text-ink-soft">
    Currently <Badge tone={value === 'set' ? 'approved' : 'neutral'}>{value}</Badge>
    {value === 'set' && (
      <Button variant="quiet" aria-label={`Remove ${label}`} onClick={onRemove} className="text-rejected!">
        Remove…
      </Button>
    )}
  </p>
);
