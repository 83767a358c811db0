import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { formatNumber } from '../../../src/contract/shared/plural.ts';
import { asciiInput } from './ascii-digits.ts';
import { type ElementFieldProps, Field, splitFieldProps } from './field.tsx';

type NumberFieldProps = ElementFieldProps<'input', 'type' | 'value' | 'onChange' | 'min' | 'max'> & {
  value: number | null;
  onValueChange: (value: number | null) => void;
  /** Whether the field holds a text that is no such number, whenever that changes. */
  onUnparsed?: (unparsed: boolean) => void;
  min: number;
  max: number;
  /** Reads a number above the maximum as the maximum. */
  clamps?: boolean;
};

/** What to enter in place of a text that is not a whole number, such as `-5`. */
export const wholeNumberHint = ({ min, max }: { min: number; max: number }): string =>
  `Enter a whole number from ${formatNumber(min)} to ${formatNumber(max)}`;

/** A whole number within bounds. Another text stays, with an error. */
export function NumberField(props: NumberFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { value, onValueChange, onUnparsed, min, max, clamps = false, onKeyDown, ...input } = control;
  /** A text that is not a whole number within the bounds. */
  const [unparsed, setUnparsed] = useState('');
  const isUnparsed = value === null && unparsed !== '';
  // There is a number from elsewhere.
  if (value !== null && unparsed) setUnparsed('');

  const reportUnparsed = useEffectEvent((isUnparsed: boolean) => onUnparsed?.(isUnparsed));
  useEffect(() => reportUnparsed(isUnparsed), [isUnparsed]);

  function change(text: string) {
    const typed = text.trim();
    const number = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
    const isValid = number >= min && (clamps || number <= max);
    setUnparsed(isValid ? '' : typed);
    onValueChange(isValid ? Math.min(number, max) : null);
  }

  function step(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || event.defaultPrevented) return;
    event.preventDefault();
    onValueChange(value === null ? min : Math.max(min, Math.min(max, value + by)));
  }

  return (
    <Field {...field} error={isUnparsed ? wholeNumberHint({ min, max }) : field.error}>
      {(wiring) => (
        <input
          autoComplete="off"
          {...input}
          {...wiring}
          type="text"
          inputMode="numeric"
          value={value ?? unparsed}
          {...asciiInput(change)}
          onKeyDown={step}
          className="input-box tabular-nums"
        />
      )}
    </Field>
  );
}
