import type { NamePage } from '../../../../src/contract/market/market.ts';
import {
  type PriceCheck,
  printSpread,
  readSpread,
} from '../../../../src/contract/market/price-check-search-params.ts';
import { IvFields } from '../../../sales/fields/iv-fields.tsx';
import { NATURE_OPTIONS, PERFECT_OPTIONS } from '../../../sales/fields/trait-options.ts';
import { PriceField } from '../../../ui/fields/price-field.tsx';
import { optionsOf, Select, YesNoSelect } from '../../../ui/fields/select.tsx';
import { useDraft } from '../../../ui/fields/use-draft.ts';

interface FieldsProps {
  page: NamePage;
  check: PriceCheck;
  /** `typing` names the field being typed into. */
  onChange: (change: Partial<PriceCheck>, typing?: string) => void;
}

function SpreadField({ check, onChange }: Pick<FieldsProps, 'check' | 'onChange'>) {
  const { draft, type } = useDraft(printSpread(check.spread), (text) =>
    onChange({ spread: readSpread(text) }, 'spread'),
  );
  return <IvFields partial value={readSpread(draft)} onValueChange={(spread) => type(printSpread(spread))} />;
}

function PriceAsked({ check, onChange }: Pick<FieldsProps, 'check' | 'onChange'>) {
  const { draft, type } = useDraft<number | null>(check.price, (price) => onChange({ price }, 'price'));
  return (
    <PriceField
      name="price"
      label="Your price"
      placeholder="None"
      hint="How it compares with these sales."
      value={draft}
      onValueChange={type}
    />
  );
}

/** The abilities of the chosen form; of every form while none is chosen. */
function abilitiesOf({ forms }: NamePage, form: string): string[] {
  const of = forms.filter((one) => form === '' || one.form === form);
  return [...new Set((of.length ? of : forms).flatMap(({ abilities }) => abilities))].sort();
}

function TraitFields({ page, check, onChange }: FieldsProps) {
  const { nature, ability, form, shiny, minPerfectIvs } = check;
  const forms = page.forms.map((one) => one.form);
  return (
    <>
      <Select
        label="Nature"
        placeholder="Any"
        value={nature}
        onValueChange={(value) => onChange({ nature: value })}
        options={NATURE_OPTIONS}
      />
      <SpreadField check={check} onChange={onChange} />
      <Select
        label="Perfect IVs"
        placeholder="Any"
        hint="When it does not matter which ones are 31."
        value={minPerfectIvs === null ? '' : String(minPerfectIvs)}
        onValueChange={(value) => onChange({ minPerfectIvs: value === '' ? null : Number(value) })}
        options={PERFECT_OPTIONS}
      />
      <Select
        label="Ability"
        placeholder="Any"
        value={ability}
        onValueChange={(value) => onChange({ ability: value })}
        options={optionsOf(abilitiesOf(page, form), ability)}
      />
      <div className="grid grid-cols-2 gap-3">
        {(forms.length > 1 || form !== '') && (
          <Select
            label="Form"
            placeholder="Any"
            value={form}
            onValueChange={(value) => onChange({ form: value })}
            options={optionsOf(forms, form)}
          />
        )}
        <YesNoSelect
          label="Shiny"
          yes="Shiny"
          no="Not shiny"
          value={shiny ?? undefined}
          onValueChange={(value) => onChange({ shiny: value ?? null })}
        />
      </div>
    </>
  );
}

/** The description of a pokemon or item; every field is optional. */
export function PriceCheckFields(props: FieldsProps) {
  return (
    <div className="space-y-4">
      {props.page.kind === 'pokemon' && <TraitFields {...props} />}
      <PriceAsked {...props} />
    </div>
  );
}
