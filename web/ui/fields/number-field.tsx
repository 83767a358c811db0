import type { KeyboardEvent } from 'react';
import { cx } from '../cx.ts';
import { type ElementFieldProps, Field, splitFieldProps } from './field.tsx';

type NumberFieldProps = ElementFieldProps<'input', 'type' | 'value' | 'onChange' | 'min' | 'max'> & {
  value: number | null;
  onValueChange: (value: number | null) => void;
  min: number;
  max: number;
  inputClassName?: string;
};

/** Typed digits as a number of at most `max`; null when empty or negative. */
function readInteger(text: string, max: number): number | null {
  const digits = /^\s*(\d+)/.exec(text)?.[1];
  return digits === undefined ? null : Math.min(Number(digits), max);
}

/** A whole number within bounds: clamped to the maximum at once, and to the minimum on blur. */
export function NumberField(props: NumberFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { value, onValueChange, min, max, onBlur, onKeyDown, inputClassName, ...input } = control;

  function step(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || event.defaultPrevented) return;
    event.preventDefault();
    onValueChange(value === null ? min : Math.max(min, Math.min(max, value + by)));
  }

  return (
    <Field {...field}>
      {(wiring) => (
        <input
          autoComplete="off"
          {...input}
          {...wiring}
          type="text"
          inputMode="numeric"
          value={value ?? ''}
          onChange={(event) => onValueChange(readInteger(event.target.value, max))}
          onKeyDown={step}
          onBlur={(event) => {
            if (value !== null && value < min) onValueChange(min);
            onBlur?.(event);
          }}
          className={cx('input-box tabular-nums', inputClassName)}
        />
      )}
    </Field>
  );
}
