// biome-ignore-all lint/a11y: focus stays in the field, whose keys move and choose; the list is the listbox of the ARIA combobox pattern
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { LIMITS } from '../../src/contract/limits.ts';
import { MESSAGES } from '../../src/contract/messages.ts';
import { cx } from './cx.ts';
import { Field, type FieldProps, splitFieldProps } from './field.tsx';
import { useDebounced } from './use-debounced.ts';

export interface Suggestions<T> {
  items: readonly T[];
  searching: boolean;
  /** A failed search offers nothing and says nothing (SPEC section 8). */
  failed?: boolean;
}

/** A hook that finds suggestions; null asks for none. Must be the same hook in every render of one combobox. */
export type UseSuggestions<T> = (query: string | null) => Suggestions<T>;

type ComboboxProps<T> = FieldProps &
  Omit<
    ComponentProps<'input'>,
    'id' | 'required' | 'className' | 'value' | 'onChange' | 'children' | 'size'
  > & {
    value: string;
    /** Typing: the text is no longer a suggestion's. */
    onValueChange: (text: string) => void;
    /** A suggestion was taken; set `value` to its name here. */
    onChoose: (item: T) => void;
    useSuggestions: UseSuggestions<T>;
    /** The words of a suggestion, unique among them. */
    nameOf: (item: T) => string;
    renderItem?: (item: T) => ReactNode;
    leading?: ReactNode;
    /** Characters before a search starts; 0 lists at once. */
    minChars?: number;
    debounceMs?: number;
    size?: 'md' | 'lg';
  };

/** A text field that suggests while one types; what is typed may be something else. */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { field, control } = splitFieldProps(props);
  const {
    value,
    onValueChange,
    onChoose,
    useSuggestions,
    nameOf,
    renderItem = nameOf,
    leading,
    minChars = LIMITS.autocomplete.minChars,
    debounceMs = LIMITS.autocomplete.debounceMs,
    size = 'md',
    onKeyDown,
    onBlur,
    ...input
  } = control;
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [typing, setTyping] = useState(false);
  const [active, setActive] = useState(-1);

  // A form that is sent leaves the focus here, and the list would lie over what the form has to say.
  useEffect(() => {
    const form = place.current?.closest('form');
    const close = () => setTyping(false);
    form?.addEventListener('submit', close);
    return () => form?.removeEventListener('submit', close);
  }, []);

  const typed = value.trim();
  const rested = useDebounced(typed, debounceMs);
  const asks = typing && typed.length >= minChars;
  const { items, searching, failed = false } = useSuggestions(asks && rested === typed ? typed : null);
  const waits = asks && (searching || rested !== typed);
  const open = asks && !failed;
  const shown = open && !waits ? items : [];

  function activate(index: number) {
    setActive(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }

  function choose(item: T) {
    setTyping(false);
    setActive(-1);
    onChoose(item);
  }

  function steer(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    const item = shown[active];
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setTyping(false);
      setActive(-1);
    } else if (event.key === 'Enter' && item !== undefined) {
      event.preventDefault();
      choose(item);
    } else if (event.key === 'Enter') {
      setTyping(false);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setTyping(true);
      if (shown.length === 0) return;
      const from = active === -1 && event.key === 'ArrowUp' ? 0 : active;
      activate((from + (event.key === 'ArrowDown' ? 1 : -1) + shown.length) % shown.length);
    }
  }

  return (
    <Field {...field}>
      {(wiring) => (
        <div ref={place} className="relative">
          {leading && (
            <span
              aria-hidden
              className={cx(
                'pointer-events-none absolute inset-y-0 left-0 flex items-center justify-center text-ink-faint',
                size === 'lg' ? 'w-12' : 'w-10',
              )}
            >
              {leading}
            </span>
          )}
          <input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...wiring}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-activedescendant={shown[active] === undefined ? undefined : `${listId}-${active}`}
            value={value}
            onChange={(event) => {
              setTyping(true);
              setActive(-1);
              onValueChange(event.target.value);
            }}
            onKeyDown={steer}
            onBlur={(event) => {
              setTyping(false);
              setActive(-1);
              onBlur?.(event);
            }}
            className={cx(
              'input-box',
              size === 'lg' && 'h-12! text-lg!',
              Boolean(leading) && (size === 'lg' ? 'pl-12!' : 'pl-10!'),
            )}
          />
          {open && (
            <div className="animate-rise absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-md border border-line bg-raised shadow-high">
              <ul
                ref={list}
                id={listId}
                role="listbox"
                aria-label={`${field.label}: suggestions`}
                className="max-h-80 overflow-y-auto overscroll-contain py-1 empty:hidden"
              >
                {shown.map((item, index) => (
                  <li
                    key={nameOf(item)}
                    id={`${listId}-${index}`}
                    role="option"
                    aria-selected={index === active}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => choose(item)}
                    className="flex min-h-11 cursor-pointer items-center px-3 text-base hover:bg-sunken aria-selected:bg-accent-soft md:min-h-9"
                  >
                    {renderItem(item)}
                  </li>
                ))}
              </ul>
              {shown.length === 0 && (
                <p className="px-3 py-2.5 text-sm text-ink-faint">
                  {waits ? MESSAGES.searching : MESSAGES.noResults}
                </p>
              )}
            </div>
          )}
          <span role="status" className="sr-only">
            {open && (waits ? MESSAGES.searching : countOf(shown.length))}
          </span>
        </div>
      )}
    </Field>
  );
}

const countOf = (n: number): string =>
  n === 0 ? MESSAGES.noResults : n === 1 ? '1 suggestion' : `${n} suggestions`;
