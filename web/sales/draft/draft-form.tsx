import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react';
import {
  type Control,
  Controller,
  type ResolverResult,
  type UseFormReturn,
  useController,
  useForm,
  useFormState,
  useWatch,
} from 'react-hook-form';
import type { SpeciesOptions } from '../../../src/contract/sale/catalogue.ts';
import { KINDS, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import { daysBefore } from '../../../src/contract/shared/dates.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { withScheme } from '../../../src/contract/shared/urls.ts';
import { serverNow, serverToday } from '../../lib/clock.ts';
import { bound, registered, setFieldErrors } from '../../lib/forms.ts';
import { utcDayHint } from '../../lib/local-moment.ts';
import { errorData } from '../../lib/server/errors.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { NumberField, wholeNumberHint } from '../../ui/fields/number-field.tsx';
import { PriceField } from '../../ui/fields/price-field.tsx';
import { optionsOf, Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ErrorState } from '../../ui/states/states.tsx';
import { IvFields } from '../fields/iv-fields.tsx';
import { NameCombobox } from '../fields/name-combobox.tsx';
import { abilityOptions, NATURE_OPTIONS } from '../fields/trait-options.ts';
import { type SpeciesLookup, useSpecies } from '../fields/use-species.ts';
import { type DraftField, draftErrors, draftField, type SaleDraft } from './sale-draft.ts';

/** The form of a draft, and the species that its name means. */
export type DraftForm = UseFormReturn<SaleDraft> & {
  lookup: SpeciesLookup;
  /** Called with whether the level is a text that is not a whole number, which cannot be sent. */
  onUnparsedLevel: (unparsed: boolean) => void;
};

/** A form for the draft of a sale, validated on leaving a field and on sending. */
export function useDraftForm(kind: SaleKind, initial: SaleDraft): DraftForm {
  const form = useForm<SaleDraft>({ resolver, mode: 'onTouched', defaultValues: initial });
  const name = useWatch({ control: form.control, name: 'name' });
  const lookup = useSpecies(kind === 'pokemon' ? name : '');
  const isLevelUnparsed = useRef(false);

  function resolver(values: SaleDraft): ResolverResult<SaleDraft> {
    const unknown = (values.name === name && lookup.unknown) || undefined;
    const errors = draftErrors(kind, values, unknown);
    if (isLevelUnparsed.current)
      errors.set('level', { type: 'wrong', message: wholeNumberHint(LIMITS.level) });
    return errors.size === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
  }
  function onUnparsedLevel(unparsed: boolean) {
    isLevelUnparsed.current = unparsed;
    if (form.getFieldState('level').invalid) void form.trigger('level');
  }
  return { ...form, lookup, onUnparsedLevel };
}

/**
 * Shows the server's refusal next to its fields, and focuses the first. Answers false when the refusal names no
 * field, or one that the form does not show: its message then belongs above the button.
 */
export function showErrors(form: UseFormReturn<SaleDraft>, kind: SaleKind, error: unknown): boolean {
  const messages = new Map<DraftField, string>();
  for (const [name, message] of Object.entries(errorData(error)?.fields ?? {})) {
    const field = draftField(kind, name);
    if (!field) return false;
    if (!messages.has(field)) messages.set(field, message);
  }
  void setFieldErrors(form, messages);
  return messages.size > 0;
}

interface FieldsProps {
  form: DraftForm;
}

/** @param onEditing whether the name is being typed, and so may be unfinished */
export function NameField({
  form: { control, lookup },
  kind,
  onEditing,
}: FieldsProps & { kind: SaleKind; onEditing?: (editing: boolean) => void }) {
  const name = useController({ control, name: 'name' });
  const { field, fieldState } = name;
  return (
    <NameCombobox
      {...bound(name)}
      kind={kind}
      label={`${KINDS[kind].title} name`}
      required
      onFocus={() => onEditing?.(true)}
      onBlur={() => {
        field.onBlur();
        onEditing?.(false);
      }}
      error={fieldState.error?.message ?? (fieldState.isTouched ? lookup.unknown : null)}
    />
  );
}

export function PriceInput({
  form: { control },
  kind,
  onUnparsed,
}: FieldsProps & { kind: SaleKind } & Pick<ComponentProps<typeof PriceField>, 'onUnparsed'>) {
  const field = useController({ control, name: 'price' });
  return (
    <PriceField
      {...bound(field)}
      onUnparsed={onUnparsed}
      name="price"
      label="Price"
      required
      hint={`${kind === 'item' ? 'Price of one. ' : ''}Write 1.5m for 1,500,000.`}
    />
  );
}

export function DateSoldField({ form: { control } }: FieldsProps) {
  const field = useController({ control, name: 'date_sold' });
  const today = serverToday();
  const shortcuts = { Today: today, Yesterday: daysBefore(today, 1) };
  return (
    <DateField
      {...bound(field)}
      label="Date sold"
      required
      max={today}
      shortcuts={shortcuts}
      hint={utcDayHint(serverNow())}
    />
  );
}

export function ProofField({ form, hint }: FieldsProps & { hint?: string }) {
  const { onBlur, ...field } = registered(form, 'proof_url');
  return (
    <TextField
      {...field}
      onBlur={(event) => {
        const link = withScheme(event.target.value);
        if (link !== event.target.value) form.setValue('proof_url', link, { shouldDirty: true });
        void onBlur(event);
      }}
      label="Proof URL"
      hint={hint ?? 'A link to the finished auction in the forum.'}
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://"
    />
  );
}

interface ChoiceProps {
  control: Control<SaleDraft>;
  name: 'form' | 'ability' | 'nature';
  label: string;
  placeholder: string;
  options: readonly { value: string; label: string }[];
}

function Choice({ control, name, ...select }: ChoiceProps) {
  const field = useController({ control, name });
  return <Select {...select} {...bound(field)} required disabled={select.options.length === 0} />;
}

/**
 * Form and ability, limited to those of the species. A single ability is chosen automatically. Those that came with the
 * name stay until it is changed, also when they are not offered any more, or not yet.
 */
function SpeciesFields({ form: { control, getValues, setValue, lookup } }: FieldsProps) {
  const [name, formName, ability] = useWatch({ control, name: ['name', 'form', 'ability'] });
  const { isSubmitted, defaultValues: first } = useFormState({ control });
  const { species, unknown, retry } = lookup;
  const forms = species?.forms;
  const formOption = forms?.find((option) => option.form === formName);
  const abilities = formOption?.abilities;

  const isFirst = (field: 'name' | 'form' | 'ability') => getValues(field) === first?.[field];
  const settleForm = useEffectEvent((offered: SpeciesOptions['forms']) => {
    const chosen = getValues('form');
    const cameWithName = chosen !== '' && isFirst('name') && isFirst('form');
    if (cameWithName || offered.some((option) => option.form === chosen)) return;
    setValue('form', offered[0]?.form ?? '', { shouldValidate: isSubmitted });
  });
  const settleAbility = useEffectEvent((offered: readonly string[]) => {
    const chosen = getValues('ability');
    const cameWithForm = chosen !== '' && isFirst('name') && isFirst('form') && isFirst('ability');
    if (cameWithForm || offered.includes(chosen)) return;
    const [only, ...others] = offered;
    setValue('ability', others.length === 0 ? (only ?? '') : '', { shouldValidate: isSubmitted });
  });
  useEffect(() => {
    if (forms) settleForm(forms);
  }, [forms]);
  useEffect(() => {
    if (abilities) settleAbility(abilities);
  }, [abilities]);

  const isNamed = name.trim().length >= LIMITS.autocomplete.minChars;
  const notYet = isNamed ? 'Loading…' : 'Name the pokemon first';
  const placeholder = species ? 'Choose…' : unknown ? 'No such pokemon' : notYet;
  if (retry) return <ErrorState banner message="Failed to load the forms and abilities" onRetry={retry} />;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choice
        control={control}
        name="form"
        label="Form"
        placeholder={placeholder}
        options={optionsOf(forms?.map((option) => option.form) ?? [], formName)}
      />
      <Choice
        control={control}
        name="ability"
        label="Ability"
        placeholder={placeholder}
        options={abilityOptions(formOption ? [formOption] : [], ability)}
      />
    </div>
  );
}

export function TraitFields({ form }: FieldsProps) {
  const { control } = form;
  return (
    <>
      <SpeciesFields form={form} />
      <Choice control={control} name="nature" label="Nature" placeholder="Choose…" options={NATURE_OPTIONS} />
      <Controller control={control} name="spread" render={(spread) => <IvFields {...bound(spread)} />} />
      <div className="grid gap-4 sm:grid-cols-[7rem_1fr_auto]">
        <Controller
          control={control}
          name="level"
          render={(level) => (
            <NumberField
              {...bound(level)}
              onUnparsed={form.onUnparsedLevel}
              label="Level"
              placeholder="1 to 100"
              {...LIMITS.level}
            />
          )}
        />
        <Controller
          control={control}
          name="held_item"
          render={(item) => (
            <NameCombobox {...bound(item)} kind="item" label="Held item" placeholder="None" />
          )}
        />
        <Controller
          control={control}
          name="is_shiny"
          render={({ field }) => (
            <Checkbox
              label="Shiny"
              checked={field.value}
              onCheckedChange={field.onChange}
              className="sm:pt-6"
            />
          )}
        />
      </div>
    </>
  );
}
