import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { clampIv, STAT_LABELS, STATS, type Stat } from '../../../src/contract/sale/ivs.ts';
import { parseSpread } from '../../../src/contract/sale/spreads.ts';
import { Announced } from '../../ui/announced.tsx';
import { asciiInput, withAsciiDigits } from '../../ui/fields/ascii-digits.ts';
import { useAnnouncement } from '../../ui/live-region.tsx';
import { HiddenPowerChip } from '../sale-parts.tsx';

interface IvFieldsProps {
  value: Record<Stat, number | null>;
  onValueChange: (value: Record<Stat, number | null>) => void;
  onBlur?: () => void;
  error?: string;
  /** Fields may stay empty. */
  partial?: boolean;
  /** Focuses the first empty field. */
  ref?: Ref<{ focus: () => void }>;
}

/** Keys that separate the numbers of a typed spread. */
const SEPARATORS = ['/', ',', ' ', ';'];

const WHOLE_NUMBER = /^\d*$/;

/**
 * Six IVs, 0–31 each, and the hidden power that they give. Two digits move on to the next field; a pasted
 * `31/31/31/x/31/31` fills all six.
 */
export function IvFields({ value, onValueChange, onBlur, error, partial = false, ref }: IvFieldsProps) {
  const id = useId();
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  useAnnouncement(error);
  // Text that is not a whole number counts as empty. It stays visible until the field is left.
  const [refused, setRefused] = useState<{ stat: Stat; text: string } | null>(null);
  // Two digits have already moved on, so that a separator after them must not skip a field.
  const movedOn = useRef(false);
  const focus = (index: number) => {
    inputs.current[index]?.focus();
    inputs.current[index]?.select();
  };
  useImperativeHandle(ref, () => {
    const firstEmpty = STATS.findIndex((stat) => value[stat] === null);
    return { focus: () => focus(Math.max(0, firstEmpty)) };
  });

  function type(stat: Stat, index: number, text: string) {
    const isNumber = WHOLE_NUMBER.test(text.trim());
    setRefused(isNumber ? null : { stat, text });
    onValueChange({ ...value, [stat]: isNumber ? clampIv(text) : null });
    const isComplete = /^\d{2,}$/.test(text);
    if (isComplete) focus(index + 1);
    movedOn.current = isComplete;
  }

  function steer(event: KeyboardEvent<HTMLInputElement>, stat: Stat, index: number) {
    const iv = value[stat];
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (SEPARATORS.includes(event.key)) {
      event.preventDefault();
      if (!movedOn.current) focus(index + 1);
      movedOn.current = false;
    } else if (event.key === 'Backspace' && event.currentTarget.value === '') {
      event.preventDefault();
      focus(index - 1);
    } else if (step) {
      event.preventDefault();
      setRefused(null);
      movedOn.current = false;
      onValueChange({ ...value, [stat]: iv === null ? 0 : clampIv(String(Math.max(0, iv + step))) });
    }
  }

  function paste(event: ClipboardEvent) {
    const spread = parseSpread(withAsciiDigits(event.clipboardData.getData('text')), true);
    if (!spread) return;
    event.preventDefault();
    setRefused(null);
    onValueChange(spread);
    focus(STATS.length - 1);
  }

  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : `${id}-hint`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
      }}
    >
      <legend className="mb-1 text-sm font-medium text-ink-soft">
        IVs
        {!partial && (
          <span aria-hidden className="text-rejected">
            {' '}
            *
          </span>
        )}
      </legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-6 lg:touch:grid-cols-3">
        {STATS.map((stat, index) => (
          <label key={stat} className="block min-w-0">
            <span className="mb-0.5 block text-center text-xs text-ink-faint">
              {STAT_LABELS[stat]}
              <span className="sr-only"> IV</span>
            </span>
            <input
              ref={(input) => {
                inputs.current[index] = input;
              }}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              placeholder="–"
              aria-required={!partial || undefined}
              aria-invalid={
                refused?.stat === stat || (error !== undefined && value[stat] === null) ? true : undefined
              }
              value={refused?.stat === stat ? refused.text : (value[stat] ?? '')}
              {...asciiInput((text) => type(stat, index, text))}
              onKeyDown={(event) => steer(event, stat, index)}
              onPaste={paste}
              onFocus={(event) => event.target.select()}
              onBlur={() => {
                setRefused(null);
                movedOn.current = false;
              }}
              className="input-box px-1! text-center tabular-nums"
            />
          </label>
        ))}
      </div>
      <div className="mt-1.5 flex min-h-6 items-center gap-2 text-sm">
        {error ? (
          <p id={`${id}-error`} className="text-rejected">
            {error}
          </p>
        ) : Object.values(value).includes(null) ? (
          <p id={`${id}-hint`} className="text-xs text-ink-faint">
            0 to 31 each, {partial ? 'as far as you know them' : 'all six'}. A whole spread such as
            31/31/31/0/31/31 can be pasted.
          </p>
        ) : (
          <Announced as="p" id={`${id}-hint`} className="flex items-center gap-2 text-ink-soft">
            Hidden power <HiddenPowerChip spread={value} withPower />
          </Announced>
        )}
      </div>
    </fieldset>
  );
}
