import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { PRICE_TOO_HIGH } from '../../../src/contract/sale/price.ts';
import { formatNumber } from '../../../src/contract/shared/plural.ts';
import { Adornment, type ElementFieldProps, Field, splitFieldProps } from './field.tsx';
import { editPrice, isTooHigh, settlePrice } from './price-edit.ts';

type PriceFieldProps = ElementFieldProps<'input', 'type' | 'value' | 'onChange' | 'ref'> & {
  /** Whole Pokedollars; null when empty or not a price (`1.5`, 13 digits). */
  value: number | null;
  onValueChange: (value: number | null) => void;
  /** Whether the field holds a text that is not a price, whenever that changes. */
  onUnparsed?: (unparsed: boolean) => void;
  ref?: Ref<HTMLInputElement | null>;
};

const NO_PRICE = 'A price is a whole number, such as 1,500,000 or 1.5m';

/** A price in Pokedollars: formats while typing, `k` and `m` expand at once, pastes are cleaned. */
export function PriceField(props: PriceFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { value, onValueChange, onUnparsed, onBlur, ref, ...input } = control;
  const box = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => box.current);
  const [draft, setDraft] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  const [caret, setCaret] = useState<number | null>(null);
  /** What an input method composes, as phones do while one types a word. Changing that would repeat what was typed. */
  const [composed, setComposed] = useState<{ text: string; before: string } | null>(null);
  const settled = value === null ? draft : formatNumber(value);
  const isUnparsed = value === null && draft !== '';
  // There is a price from elsewhere.
  if (value !== null && draft !== '') setDraft('');

  const reportUnparsed = useEffectEvent((unparsed: boolean) => onUnparsed?.(unparsed));
  useEffect(() => reportUnparsed(isUnparsed), [isUnparsed]);
  useLayoutEffect(() => {
    if (caret === null) return;
    if (document.activeElement === box.current) box.current?.setSelectionRange(caret, caret);
    setCaret(null);
  }, [caret]);

  function change({ value: typed, selectionStart }: HTMLInputElement, isComposing: boolean) {
    const before = composed?.before ?? settled;
    const edit = editPrice(before, typed, selectionStart ?? typed.length);
    setComposed(isComposing ? { text: typed, before } : null);
    setDraft(edit.value === null ? edit.text : '');
    setIsLeft(false);
    if (!isComposing) setCaret(edit.caret);
    onValueChange(edit.value);
  }

  function settle() {
    setIsLeft(true);
    if (draft === '') return;
    const edit = settlePrice(draft);
    if (edit.value === null) return;
    setDraft('');
    onValueChange(edit.value);
  }

  const problem = isTooHigh(draft) ? PRICE_TOO_HIGH : isUnparsed && (isLeft || field.error) ? NO_PRICE : null;

  return (
    <Field
      {...field}
      // That a price is missing is not what is wrong with a text.
      error={problem ?? field.error}
    >
      {(wiring) => (
        <div className="relative">
          <input
            autoComplete="off"
            {...input}
            {...wiring}
            ref={box}
            type="text"
            inputMode="text"
            value={composed?.text ?? settled}
            onChange={({ target, nativeEvent }) =>
              change(target, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
            }
            onCompositionEnd={({ currentTarget }) => change(currentTarget, false)}
            onBlur={(event) => {
              settle();
              onBlur?.(event);
            }}
            className="input-box pr-10! text-right tabular-nums"
          />
          <Adornment className="right-3 text-xs">PD</Adornment>
        </div>
      )}
    </Field>
  );
}
