import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { cx } from '../cx.ts';
import { useDebounced } from '../hooks/use-debounced.ts';
import { Field, type FieldProps, splitFieldProps } from './field.tsx';

export interface Suggestions<T> {
  items: readonly T[];
  searching: boolean;
  /** A failed search shows no list and no error. */
  failed?: boolean;
}

/** A hook that finds suggestions; null asks for none. Must be the same hook in every render of one combobox. */
export type UseSuggestions<T> = (query: string | null) => Suggestions<T>;

interface SuggestionProps<T> {
  value: string;
  /** A suggestion was chosen; set `value` to its name here. */
  onChoose: (item: T) => void;
  useSuggestions: UseSuggestions<T>;
  /** Characters before a search starts; 0 lists at once. */
  minChars?: number | undefined;
  debounceMs?: number | undefined;
}

type ComboboxProps<T> = FieldProps &
  SuggestionProps<T> &
  Omit<
    ComponentProps<'input'>,
    'id' | 'required' | 'className' | 'value' | 'onChange' | 'children' | 'size'
  > & {
    /** Typing: the text is no longer a suggestion's. */
    onValueChange: (text: string) => void;
    /** The text of a suggestion, unique among them. */
    nameOf: (item: T) => string;
    renderItem?: (item: T) => ReactNode;
    leading?: ReactNode;
    size?: 'md' | 'lg';
  };

/**
 * The suggestions of a text field: when they are searched for, when their list is open, and which one the arrow keys
 * have reached.
 */
function useSuggestionList<T>({
  value,
  onChoose,
  useSuggestions,
  minChars = LIMITS.autocomplete.minChars,
  debounceMs = LIMITS.autocomplete.debounceMs,
}: SuggestionProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const [typing, setTyping] = useState(false);
  const [active, setActive] = useState(-1);

  const typed = value.trim();
  const rested = useDebounced(typed, debounceMs);
  const asks = typing && typed.length >= minChars;
  const { items, searching, failed = false } = useSuggestions(asks && rested === typed ? typed : null);
  const waits = asks && (searching || rested !== typed);
  const open = asks && !failed;
  const shown = open && !waits ? items : [];

  function close() {
    setTyping(false);
    setActive(-1);
  }

  function choose(item: T) {
    close();
    onChoose(item);
  }

  function step(by: 1 | -1) {
    setTyping(true);
    if (shown.length === 0) return;
    const from = active === -1 && by === -1 ? 0 : active;
    const next = (from + by + shown.length) % shown.length;
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const item = shown[active];
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && item !== undefined) {
      event.preventDefault();
      choose(item);
    } else if (event.key === 'Enter') {
      setTyping(false);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    }
  }

  function onType() {
    setTyping(true);
    setActive(-1);
  }

  return { list, open, waits, shown, active, close, choose, onKeyDown, onType };
}

/** Closes the list when its form is sent: focus stays in the field, and the list would cover the form's messages. */
function useCloseOnSubmit(close: () => void) {
  const place = useRef<HTMLDivElement>(null);
  const onSubmit = useEffectEvent(close);
  useEffect(() => {
    const form = place.current?.closest('form');
    const listen = () => onSubmit();
    form?.addEventListener('submit', listen);
    return () => form?.removeEventListener('submit', listen);
  }, []);
  return place;
}

/**
 * A text field that suggests names while one types, without forcing one of them.
 *
 * Our own, because the first page has one: the combobox of @base-ui/react adds 41 kB (brotli) to its 107 kB.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { field, control } = splitFieldProps(props);
  const { value, onValueChange, onChoose, useSuggestions, nameOf, renderItem = nameOf, ...rest } = control;
  const { leading, minChars, debounceMs, size = 'md', onKeyDown, onBlur, ...input } = rest;
  const suggestions = useSuggestionList({ value, onChoose, useSuggestions, minChars, debounceMs });
  const { list, open, waits, shown, active, close, choose } = suggestions;
  const listId = useId();
  const place = useCloseOnSubmit(close);

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
              suggestions.onType();
              onValueChange(event.target.value);
            }}
            onKeyDown={(event) => {
              onKeyDown?.(event);
              suggestions.onKeyDown(event);
            }}
            onBlur={(event) => {
              close();
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
              <Options
                {...{ list, listId, shown, active, nameOf, renderItem }}
                label={`${field.label}: suggestions`}
                onChoose={choose}
              />
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

interface OptionsProps<T> {
  list: RefObject<HTMLDivElement | null>;
  listId: string;
  label: string;
  shown: readonly T[];
  active: number;
  nameOf: (item: T) => string;
  renderItem: (item: T) => ReactNode;
  onChoose: (item: T) => void;
}

/** The list below the field. Focus stays in the field, whose keys move and choose. */
function Options<T>(props: OptionsProps<T>) {
  const { list, listId, label, shown, active, nameOf, renderItem, onChoose } = props;
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className="max-h-80 overflow-y-auto overscroll-contain py-1 empty:hidden"
    >
      {shown.map((item, index) => (
        <button
          key={nameOf(item)}
          id={`${listId}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
          className="flex min-h-11 w-full cursor-pointer items-center px-3 text-left text-base hover:bg-sunken aria-selected:bg-accent-soft md:min-h-9"
        >
          {renderItem(item)}
        </button>
      ))}
    </div>
  );
}

const countOf = (n: number): string => (n === 0 ? MESSAGES.noResults : counted(n, 'suggestion'));
