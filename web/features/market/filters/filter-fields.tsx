import { skipToken } from '@tanstack/react-query';
import { memo } from 'react';
import type { MarketFilters } from '../../../../src/contract/market/market-search-params.ts';
import type { FormOption } from '../../../../src/contract/sale/catalogue.ts';
import { REGIONS } from '../../../../src/contract/sale/forms.ts';
import { HIDDEN_POWER_TYPES } from '../../../../src/contract/sale/hidden-power-types.ts';
import { type IvColumn, ivColumn, STAT_LABELS, STATS, type Stat } from '../../../../src/contract/sale/ivs.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { searchText } from '../../../../src/contract/shared/search-param-values.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { isReversed, RangeFields } from '../../../sales/fields/range-fields.tsx';
import { abilityOptions, NATURE_OPTIONS, PERFECT_OPTIONS } from '../../../sales/fields/trait-options.ts';
import { cx } from '../../../ui/cx.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { FilterSelect, type Option, optionsOf, YesNoFilter } from '../../../ui/fields/select.tsx';
import { TextFilter } from '../../../ui/fields/text-filter.tsx';
import { useDraft } from '../../../ui/fields/use-draft.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';

type Filter = Pick<MarketNavigation, 'params' | 'filter'>;

const POWER_OPTIONS = optionsOf(HIDDEN_POWER_TYPES);
const PROOF_OPTIONS: Option<'with' | 'without'>[] = [
  { value: 'with', label: 'With proof' },
  { value: 'without', label: 'Without proof' },
];

type Side = 'min' | 'max';

interface BoundProps extends Filter {
  of: IvColumn | 'level';
  side: Side;
  label: string;
  hideLabel?: boolean;
  range: Record<Side, number>;
  /** Why a range that is reversed has nothing in it; shown at its end. */
  reversed: string;
  className?: string;
}

/** One end of a range of whole numbers. */
function Bound({ params, filter, of, side, label, hideLabel = false, range, ...look }: BoundProps) {
  const { reversed, className } = look;
  const { [`min_${of}` as const]: min, [`max_${of}` as const]: max } = params.filters;
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
      // As the IVs of a sale.
      clamps={of !== 'level'}
      value={draft}
      onValueChange={type}
      error={side === 'max' && isReversed(min, max) ? reversed : null}
      className={cx('[&_input]:text-center', className)}
    />
  );
}

function IvBound({ stat, side, ...props }: Filter & { stat: Stat; side: Side }) {
  const label = `${STAT_LABELS[stat]} IV, ${side === 'min' ? 'least' : 'most'}`;
  return (
    <Bound
      {...props}
      of={ivColumn(stat)}
      side={side}
      label={label}
      hideLabel
      range={LIMITS.iv}
      reversed="Must not be below the lowest IV"
      // Its error has a row for itself.
      className="contents"
    />
  );
}

function IvRanges(props: Filter) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-ink-soft">IVs, from and to</legend>
      <div className="space-y-1.5">
        {STATS.map((stat) => (
          <div
            key={stat}
            className="grid grid-cols-[2.5rem_1fr_1fr] items-center gap-x-2 [&_p]:order-1 [&_p]:col-[2/-1]"
          >
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

/** The forms of the chosen species; undefined without one. */
function useForms({ name, exact }: MarketFilters): FormOption[] | undefined {
  const species = trpc.catalogue.speciesOptions.useQuery(name && exact ? { pokemon_name: name } : skipToken, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  return species.data?.forms;
}

/** The forms of the chosen species; without one, any text. */
function FormFilter({ params, filter }: Filter) {
  const { form } = params.filters;
  const forms = useForms(params.filters)?.map((option) => option.form);
  if (!forms || (form && !forms.includes(form)))
    return (
      <TextFilter
        label="Form"
        placeholder="Any: Wash, Attack…"
        value={form}
        // The filter knows whole names only, and players say "Alolan".
        read={(text) => REGIONS.get(text.trim().toLowerCase()) ?? searchText(text)}
        onFilter={(text) => filter({ form: text }, 'form')}
      />
    );
  return (
    <FilterSelect
      label="Form"
      value={form}
      onFilter={(chosen) => filter({ form: chosen })}
      options={optionsOf(forms)}
    />
  );
}

/** The abilities of the chosen species, or of its chosen form; without one, all. */
function AbilityFilter({ params, filter }: Filter) {
  const { ability = '', form } = params.filters;
  const forms = useForms(params.filters);
  const chosenForm = forms?.filter((option) => option.form === form) ?? [];
  const abilities = trpc.abilities.list.useQuery({}, { staleTime: Number.POSITIVE_INFINITY });
  const names = abilities.data?.data.map((known) => known.ability_name) ?? [];
  const chosen = names.find((name) => name.toLowerCase() === ability.toLowerCase()) ?? ability;
  return (
    <FilterSelect
      label="Ability"
      value={chosen}
      onFilter={(value) => filter({ ability: value })}
      options={
        forms ? abilityOptions(chosenForm.length > 0 ? chosenForm : forms, chosen) : optionsOf(names, chosen)
      }
    />
  );
}

function TraitFields({ params, filter }: Filter) {
  const { nature, hidden_power, is_shiny, min_perfect_ivs } = params.filters;
  const level = {
    params,
    filter,
    of: 'level',
    range: LIMITS.level,
    reversed: 'Must not be below “Level from”',
  } as const;
  return (
    <>
      <FilterSelect
        label="Nature"
        value={nature}
        onFilter={(chosen) => filter({ nature: chosen })}
        options={NATURE_OPTIONS}
      />
      <FilterSelect
        label="Perfect IVs"
        value={min_perfect_ivs === undefined ? '' : String(min_perfect_ivs)}
        onFilter={(chosen) => filter({ min_perfect_ivs: chosen ? Number(chosen) : undefined })}
        options={PERFECT_OPTIONS}
      />
      <AbilityFilter params={params} filter={filter} />
      <FormFilter params={params} filter={filter} />
      <FilterSelect
        label="Hidden power"
        value={hidden_power}
        onFilter={(chosen) => filter({ hidden_power: chosen })}
        options={POWER_OPTIONS}
      />
      <YesNoFilter
        label="Shiny"
        yes="Shiny only"
        no="Not shiny"
        value={is_shiny}
        onFilter={(chosen) => filter({ is_shiny: chosen })}
      />
      <div className="grid grid-cols-2 gap-x-3">
        <Bound {...level} side="min" label="Level from" />
        <Bound {...level} side="max" label="Level to" />
      </div>
      <IvRanges params={params} filter={filter} />
    </>
  );
}

/** The simple filters of a kind (docs/screens.md); each applies at once. */
export default memo(function FilterFields({ params, filter }: Filter) {
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 max-[22rem]:grid-cols-1 xl:grid-cols-1">
        <RangeFields filters={params.filters} onFilter={filter} />
      </div>
      <FilterSelect
        label="Proof"
        value={params.filters.proof}
        onFilter={(proof) => filter({ proof })}
        options={PROOF_OPTIONS}
      />
      {params.kind === 'pokemon' && <TraitFields params={params} filter={filter} />}
    </div>
  );
});
