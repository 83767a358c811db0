import { ChevronDown } from 'lucide-react';
import { useChosen } from '../hooks/use-chosen.ts';
import { Adornment, type ElementFieldProps, Field, splitFieldProps } from './field.tsx';

export interface Option<V extends string = string> {
  value: V;
  label: string;
}

/** Options labelled with their values; a chosen value that the list lacks, such as one from the URL, comes first. */
export const optionsOf = <V extends string>(values: readonly V[], chosen: V | '' = ''): Option<V>[] =>
  (chosen === '' || values.includes(chosen) ? values : [chosen, ...values]).map((value) => ({
    value,
    label: value,
  }));

type SelectProps<V extends string> = ElementFieldProps<'select', 'value' | 'onChange' | 'children'> & {
  value: V | '';
  onValueChange: (value: V | '') => void;
  options: readonly Option<V>[];
  /** The label of the empty choice; without it there is none. */
  placeholder?: string;
};

/** Whether an option is a word of the game, also with what it does: `Adamant +Atk −SpA`. */
const isNamed = ({ value, label }: Option<string>): boolean =>
  /[a-z]/i.test(value) && label.startsWith(value);

/** A choice of one value: the browser's native select, which works well on phones and in screen readers. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { field, control } = splitFieldProps(props);
  const { value, onValueChange, options, placeholder, ...select } = control;
  const choose = (chosen: string) => onValueChange(options.find((o) => o.value === chosen)?.value ?? '');
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <select
            {...select}
            {...wiring}
            value={value}
            onChange={(event) => choose(event.target.value)}
            className="input-box appearance-none truncate pr-8!"
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} translate={isNamed(option) ? 'no' : undefined}>
                {option.label}
              </option>
            ))}
          </select>
          <Adornment className="right-2.5">
            <ChevronDown className="size-4" />
          </Adornment>
        </div>
      )}
    </Field>
  );
}

interface FilterSelectProps<V extends string> extends Pick<SelectProps<V>, 'label' | 'hint' | 'options'> {
  /** The filter in effect; undefined or empty for none. */
  value: V | '' | undefined;
  onFilter: (value: V | undefined) => void;
  /** The label of the choice without a filter. */
  placeholder?: string;
}

/** A filter by one of several values, or any. It shows a choice at once, and the page follows. */
export function FilterSelect<V extends string>({ value = '', onFilter, ...select }: FilterSelectProps<V>) {
  const [shown, choose] = useChosen(value, (chosen) => onFilter(chosen || undefined));
  return <Select placeholder="Any" {...select} value={shown} onValueChange={choose} />;
}

interface YesNoFilterProps {
  label: string;
  /** The labels of both choices; a third chooses neither. */
  yes: string;
  no: string;
  value: boolean | undefined;
  onFilter: (value: boolean | undefined) => void;
}

export function YesNoFilter({ label, yes, no, value, onFilter }: YesNoFilterProps) {
  return (
    <FilterSelect
      label={label}
      value={value === undefined ? '' : value ? 'yes' : 'no'}
      onFilter={(chosen) => onFilter(chosen && chosen === 'yes')}
      options={[
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ]}
    />
  );
}
