// biome-ignore-all lint/a11y: focus stays in the field, whose keys move and choose; the list is the listbox that it controls
import {
  Fragment,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { CompletionOption } from '../../../../src/contract/query/suggestions.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { CompletionList, useCompletion } from './completion.tsx';

export interface Mark {
  from: number;
  to: number;
  tone: 'error' | 'dropped';
}

interface QueryEditorFieldProps {
  kind: SaleKind;
  /** The searched pokemon, if known. */
  species: string | null;
  /** The id of the message about the text. */
  describedBy: string;
  value: string;
  onValueChange: (text: string) => void;
  /** Whether the suggestions are open. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onApply: () => void;
  marks: readonly Mark[];
  isInvalid: boolean;
  ref: RefObject<HTMLTextAreaElement | null>;
}

/** A text longer than a query is refused with a message. One of hundreds of kilobytes would freeze the page. */
const LONGEST = 5 * LIMITS.query.length;

/** Shared by the field and the text behind it, so that both wrap at the same places. */
const TEXT =
  'col-start-1 row-start-1 min-h-12 border px-3 py-2.5 font-mono text-[1rem]/6 whitespace-pre-wrap wrap-anywhere [font-variant-ligatures:none] md:text-base';

const MARKS = {
  error: 'underline decoration-rejected decoration-wavy decoration-2 underline-offset-4',
  dropped: 'line-through decoration-pending decoration-2',
};

/** The text field of a query. It grows, completes the input and marks parts of it. */
export function QueryEditorField(props: QueryEditorFieldProps) {
  const { kind, species, describedBy, value, onValueChange, onApply, marks, isInvalid, ref: field } = props;
  const listId = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const goal = useRef<number | null>(null);
  const [caret, setCaret] = useState(0);
  const { open, onOpenChange } = props;
  /** Its label: names that arrive late move the other suggestions. */
  const [chosen, setChosen] = useState<string | null>(null);
  const completion = useCompletion(kind, value, open ? Math.min(caret, value.length) : null, species);
  const { options, from, to } = completion;
  const active = options.findIndex(({ label }) => label === chosen);

  // Moves the caret behind the inserted text, once the field holds it.
  useLayoutEffect(() => {
    if (goal.current === null || field.current?.value !== value) return;
    field.current.setSelectionRange(goal.current, goal.current);
    goal.current = null;
  });

  function show(wanted: boolean) {
    onOpenChange(wanted);
    setChosen(null);
  }

  function moveTo(place: number) {
    if (place === caret) return;
    setCaret(place);
    // Suggestions belong to the caret's position.
    setChosen(null);
  }

  function choose(option: CompletionOption) {
    // AND or OR follow a value once a space is typed; in a list a comma follows.
    const closed = /\s$/.test(option.text) || /\bin\s*\([^()]*$/i.test(value.slice(0, from) + option.text);
    const text = closed ? option.text : `${option.text} `;
    const end = from + text.length;
    goal.current = end;
    setCaret(end);
    show(true);
    const rest = value.slice(to);
    onValueChange(value.slice(0, from) + text + (text.endsWith(' ') ? rest.trimStart() : rest));
  }

  function steer(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, shiftKey } = event;
    if (event.nativeEvent.isComposing) return;
    const option = options[active];
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (key === 'Escape' && open) {
      event.stopPropagation();
      show(false);
    } else if ((key === 'Enter' || key === 'Tab') && option && !shiftKey) {
      event.preventDefault();
      choose(option);
    } else if (key === 'Enter' && !shiftKey) {
      event.preventDefault();
      show(false);
      onApply();
    } else if (step !== 0 && options.length > 0) {
      event.preventDefault();
      const start = active === -1 && step === -1 ? 0 : active;
      setChosen(options[(start + step + options.length) % options.length]?.label ?? null);
    } else if (step === 1 && (event.altKey || event.currentTarget.selectionStart === value.length)) {
      event.preventDefault();
      setCaret(event.currentTarget.selectionStart);
      show(true);
    }
  }

  return (
    <Field label="Advanced query" hideLabel className="flex-1 max-md:basis-full">
      {(wiring) => (
        <div translate="no" className="grid rounded-md bg-raised md:relative">
          <Behind text={value} marks={marks} at={from} anchor={anchor} />
          <textarea
            {...wiring}
            ref={field}
            rows={1}
            maxLength={LONGEST}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            enterKeyHint="search"
            placeholder={
              kind === 'item' ? 'item LIKE %ball% AND price < 500k' : 'nature = Adamant AND price < 5m'
            }
            aria-describedby={describedBy}
            aria-invalid={isInvalid || undefined}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={options.length > 0 ? listId : undefined}
            aria-activedescendant={options[active] ? `${listId}-${active}` : undefined}
            value={value}
            onChange={(event) => {
              setCaret(event.target.selectionStart);
              show(true);
              onValueChange(event.target.value);
            }}
            onSelect={(event) => moveTo(event.currentTarget.selectionStart)}
            onKeyDown={steer}
            onClick={() => show(false)}
            onBlur={() => show(false)}
            className={cx('input-box h-full! resize-none overflow-hidden bg-transparent!', TEXT)}
          />
          {open && (
            <CompletionList
              id={listId}
              completion={completion}
              active={active}
              anchor={anchor}
              onChoose={choose}
            />
          )}
        </div>
      )}
    </Field>
  );
}

interface BehindProps {
  text: string;
  marks: readonly Mark[];
  /** Where completions are inserted. */
  at: number;
  anchor: RefObject<HTMLSpanElement | null>;
}

/** An invisible copy of the text: it sets the field's height and shows the marks. */
function Behind({ text, marks, at, anchor }: BehindProps) {
  const cuts = [...new Set([0, at, text.length, ...marks.flatMap(({ from, to }) => [from, to])])]
    .filter((cut) => cut <= text.length)
    .sort((a, b) => a - b);
  return (
    <div aria-hidden className={cx(TEXT, 'pointer-events-none border-transparent text-transparent')}>
      {cuts.map((from, i) => {
        const tone = marks.find((mark) => mark.from <= from && from < mark.to)?.tone;
        return (
          <Fragment key={from}>
            {from === at && <span ref={anchor} />}
            <span className={tone && MARKS[tone]}>{text.slice(from, cuts[i + 1])}</span>
          </Fragment>
        );
      })}
      {/* An empty last line needs a height too. */}
      {'\u200b'}
    </div>
  );
}
