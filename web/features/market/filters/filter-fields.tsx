import { skipToken } from '@tanstack/react-query';
import { HIDDEN_POWER_TYPES } from '../../../../src/contract/sale/hidden-power.ts';
import { type IvColumn, ivColumn, STAT_LABELS, STATS, type Stat } from '../../../../src/contract/sale/ivs.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { NATURE_OPTIONS } from '../../../sales/fields/nature-options.ts';
import { RangeFields } from '../../../sales/fields/range-fields.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { type Option, optionsOf, Select, YesNoSelect } from '../../../ui/fields/select.tsx';
import { TextFilter } from '../../../ui/fields/text-filter.tsx';
import { useDraft } from '../../../ui/fields/use-draft.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';

type Filter = Pick<MarketNavigation, 'params' | 'filter'>;

const POWER_OPTIONS = optionsOf(HIDDEN_POWER_TYPES);
const PROOF_OPTIONS: Option<'with' | 'without'>[] = [
  { value: 'with', label: 'With proof' },
  { value: 'without', label: 'Without proof' },
];
const PERFECT_OPTIONS = STATS.map((_, i) => ({
  value: String(i + 1),
  label: i + 1 === STATS.length ? 'All six are 31' : `${i + 1} or more are 31`,
}));

type Side = 'min' | 'max';

interface BoundProps extends Filter {
  of: IvColumn | 'level';
  side: Side;
  label: string;
  hideLabel?: boolean;
  range: Record<Side, number>;
}

/** One end of a range of whole numbers. */
function Bound({ params, filter, of, side, label, hideLabel = false, range }: BoundProps) {
  const field = `${side}_${of}` as const;
  const { draft, type } = useDraft<number | null>(params.filters[field] ?? null, (value) =>
    filter({ [field]: value ?? undefined }, field),
  );
  return (
    <NumberField
      label={label}
      hideLabel={hideLabel}
      placeholder={String(range[side])}
      min={range.min}
      max={range.max}
      value={draft}
      onValueChange={type}
      inputClassName="text-center"
    />
  );
}

function IvBound({ stat, side, ...props }: Filter & { stat: Stat; side: Side }) {
  const label = `${STAT_LABELS[stat]} IV, ${side === 'min' ? 'least' : 'most'}`;
  return <Bound {...props} of={ivColumn(stat)} side={side} label={label} hideLabel range={LIMITS.iv} />;
}

function IvRanges(props: Filter) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-ink-soft">IVs, from and to</legend>
      <div className="grid grid-cols-[2.5rem_1fr_1fr] items-center gap-x-2 gap-y-1.5">
        {STATS.map((stat) => (
          <div key={stat} className="contents">
            <span aria-hidden className="text-sm text-ink-soft">
              {STAT_LABELS[stat]}
            </span>
            <IvBound {...props} stat={stat} side="min" />
            <IvBound {...props} stat={stat} side="max" />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** The forms of the chosen species; without one, any text. */
function FormFilter({ params, filter }: Filter) {
  const { name, exact, form } = params.filters;
  const species = trpc.catalogue.speciesOptions.useQuery(name && exact ? { pokemon_name: name } : skipToken, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const forms = species.data?.forms.map((option) => option.form);
  if (!forms || (form && !forms.includes(form)))
    return (
      <TextFilter
        label="Form"
        placeholder="Any: Alola, Wash…"
        value={form}
        onFilter={(text) => filter({ form: text }, 'form')}
      />
    );
  return (
    <Select
      label="Form"
      placeholder="Any"
      value={form ?? ''}
      onValueChange={(value) => filter({ form: value || undefined })}
      options={optionsOf(forms)}
    />
  );
}

function AbilityFilter({ params, filter }: Filter) {
  const { ability = '' } = params.filters;
  const abilities = trpc.abilities.list.useQuery({}, { staleTime: Number.POSITIVE_INFINITY });
  const names = abilities.data?.data.map((known) => known.ability_name) ?? [];
  const chosen = names.find((name) => name.toLowerCase() === ability.toLowerCase()) ?? ability;
  return (
    <Select
      label="Ability"
      placeholder="Any"
      value={chosen}
      onValueChange={(value) => filter({ ability: value || undefined })}
      options={optionsOf(names, chosen)}
    />
  );
}

function TraitFields({ params, filter }: Filter) {
  const { nature = '', hidden_power = '', is_shiny, min_perfect_ivs } = params.filters;
  return (
    <>
      <Select
        label="Nature"
        placeholder="Any"
        value={nature}
        onValueChange={(value) => filter({ nature: value || undefined })}
        options={NATURE_OPTIONS}
      />
      <Select
        label="Perfect IVs"
        placeholder="Any"
        value={min_perfect_ivs === undefined ? '' : String(min_perfect_ivs)}
        onValueChange={(value) => filter({ min_perfect_ivs: value ? Number(value) : undefined })}
        options={PERFECT_OPTIONS}
      />
      <AbilityFilter params={params} filter={filter} />
      <FormFilter params={params} filter={filter} />
      <Select
        label="Hidden power"
        placeholder="Any"
        value={hidden_power}
        onValueChange={(value) => filter({ hidden_power: value || undefined })}
        options={POWER_OPTIONS}
      />
      <YesNoSelect
        label="Shiny"
        yes="Shiny only"
        no="Not shiny"
        value={is_shiny}
        onValueChange={(value) => filter({ is_shiny: value })}
      />
      <div className="grid grid-cols-2 gap-x-3">
        <Bound {...{ params, filter }} of="level" side="min" label="Level from" range={LIMITS.level} />
        <Bound {...{ params, filter }} of="level" side="max" label="Level to" range={LIMITS.level} />
      </div>
      <IvRanges params={params} filter={filter} />
    </>
  );
}

/** The simple filters of a kind (docs/product.md "Screens"); each applies at once. */
export default function FilterFields({ params, filter }: Filter) {
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 xl:grid-cols-1">
        <RangeFields filters={params.filters} onFilter={filter} />
        <Select
          label="Proof"
          placeholder="Any"
          value={params.filters.proof ?? ''}
          onValueChange={(proof) => filter({ proof: proof || undefined })}
          options={PROOF_OPTIONS}
        />
      </div>
      {params.kind === 'pokemon' && <TraitFields params={params} filter={filter} />}
    </div>
  );
}
