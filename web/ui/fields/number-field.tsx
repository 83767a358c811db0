import { type KeyboardEvent, useState } from 'react';
import { type ElementFieldProps, Field, splitFieldProps } from './field.tsx';

type NumberFieldProps = ElementFieldProps<'input', 'type' | 'value' | 'onChange' | 'min' | 'max'> & {
  value: number | null;
  onValueChange: (value: number | null) => void;
  min: number;
  max: number;
};

/**
 * A whole number within bounds: clamped to the maximum at once, and to the minimum on blur. What follows the digits is dropped;
 * a text that does not begin with one stays, with an error.
 */
export function NumberField(props: NumberFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { value, onValueChange, min, max, onBlur, onKeyDown, ...input } = control;
  /** A text that does not begin with a digit. */
  const [unparsed, setUnparsed] = useState('');

  function change(text: string) {
    const digits = /^\s*(\d+)/.exec(text)?.[1];
    setUnparsed(digits === undefined ? text.trim() : '');
    onValueChange(digits === undefined ? null : Math.min(Number(digits), max));
  }

  function step(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || event.defaultPrevented) return;
    event.preventDefault();
    setUnparsed('');
    onValueChange(value === null ? min : Math.max(min, Math.min(max, value + by)));
  }

  return (
    <Field {...field} error={value === null && unparsed ? 'Only whole numbers' : field.error}>
      {(wiring) => (
        <input
          autoComplete="off"
          {...input}
          {...wiring}
          type="text"
          inputMode="numeric"
          value={value ?? unparsed}
          onChange={(event) => change(event.target.value)}
          onKeyDown={step}
          onBlur={(event) => {
            if (value !== null && value < min) onValueChange(min);
            onBlur?.(event);
          }}
          className="input-box tabular-nums"
        />
      )}
    </Field>
  );
}
