import type { ComponentProps } from 'react';
import { Field, type FieldProps, splitFieldProps } from './field.tsx';

type DateFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'required' | 'className' | 'type' | 'value' | 'onChange'> & {
    /** `YYYY-MM-DD`, or empty. */
    value: string;
    onValueChange: (value: string) => void;
  };

/** A day of the calendar; `min` and `max` are `YYYY-MM-DD`. */
export function DateField(props: DateFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { value, onValueChange, ...input } = control;
  return (
    <Field {...field}>
      {(wiring) => (
        <input
          {...input}
          {...wiring}
          type="date"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          className="input-box tabular-nums"
        />
      )}
    </Field>
  );
}
