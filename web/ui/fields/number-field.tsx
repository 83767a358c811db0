import { type KeyboardEvent, useState } from 'react';
import { cx } from '../cx.ts';
import { type ElementFieldProps, Field, splitFieldProps } from './field.tsx';

type NumberFieldProps = ElementFieldProps<'input', 'type' | 'value' | 'onChange' | 'min' | 'max'> & {
  value: number | null;
  onValueChange: (value: number | null) => void;
  min: number;
  max: number;
  inputClassName?: string;
};

/** A whole number within bounds: clamped to the maximum at once, and to the minimum on blur. Another text is an error. */
export function NumberField(props: NumberFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { value, onValueChange, min, max, onBlur, onKeyDown, inputClassName, ...input } = control;
  /** A text that is no number. */
  const [unread, setUnread] = useState('');

  function change(text: string) {
    const isNumber = /^\d*$/.test(text.trim());
    setUnread(isNumber ? '' : text);
    onValueChange(isNumber && text.trim() ? Math.min(Number(text), max) : null);
  }

  function step(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || event.defaultPrevented) return;
    event.preventDefault();
    setUnread('');
    onValueChange(value === null ? min : Math.max(min, Math.min(max, value + by)));
  }

  return (
    <Field {...field} error={value === null && unread ? 'Only whole numbers' : field.error}>
      {(wiring) => (
        <input
          autoComplete="off"
          {...input}
          {...wiring}
          type="text"
          inputMode="numeric"
          value={value ?? unread}
          onChange={(event) => change(event.target.value)}
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
