import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { TYPING_PAUSE_MS } from '../../lib/timings.ts';
import { cx } from '../cx.ts';
import { useDebounced } from '../hooks/use-debounced.ts';
import { useAnnouncement } from '../live-region.tsx';
import { Adornment, type ElementFieldProps, Field, splitFieldProps } from './field.tsx';

export interface Suggestions<T> {
  items: readonly T[];
  searching: boolean;
  /** A failed search shows no list and no error. */
  failed?: boolean;
  /** The search found something else to show, so that it does not say that it found nothing. */
  answered?: boolean;
}

/** A hook that finds suggestions; null asks for none. Must call the same hooks in every render of one combobox. */
type UseSuggestions<T> = (query: string | null) => Suggestions<T>;

interface SuggestionProps<T> {
  value: string;
  /** A suggestion was chosen; set `value` to its name here. */
  onChoose: (item: T) => void;
  /** Enter without a chosen suggestion. */
  onEnter?: () => void;
  /** What Enter began is under way: until then the list stays, which says that it is searching. */
  entering?: boolean;
  useSuggestions: UseSuggestions<T>;
}

type ComboboxProps<T> = ElementFieldProps<'input', 'value' | 'onChange' | 'children' | 'size'> &
  SuggestionProps<T> & {
    /** Typing: the text is no longer a suggestion's. */
    onValueChange: (text: string) => void;
    /** The text of a suggestion, unique among those of its group. */
    nameOf: (item: T) => string;
    /** The heading above a suggestion. Suggestions of one group follow each other. */
    groupOf?: (item: T) => string;
    /** Content above the suggestions of a text. */
    header?: (searched: string) => ReactNode;
    renderItem?: (item: T) => ReactNode;
    leading?: ReactNode;
    trailing?: ReactNode;
    size?: 'md' | 'lg';
  };

/**
 * The suggestions of a text field: when they are searched for, when their list is open, and which one the arrow keys
 * have reached.
 */
function useSuggestionList<T>(props: SuggestionProps<T>) {
  const { value, onChoose, onEnter, entering = false, useSuggestions } = props;
  const list = useRef<HTMLDivElement>(null);
  const [typing, setTyping] = useState(false);
  const [active, setActive] = useState(-1);

  const typed = value.trim();
  const rested = useDebounced(typed, TYPING_PAUSE_MS);
  const asks = (typing || entering) && typed.length >= LIMITS.autocomplete.minChars;
  const {
    items,
    searching,
    failed = false,
    answered = false,
  } = useSuggestions(asks && rested === typed ? typed : null);
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
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter and the arrows belong to the input method while it composes a word.
    if (event.nativeEvent.isComposing) return;
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
      onEnter?.();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    }
  }

  function onType() {
    setTyping(true);
    setActive(-1);
  }

  return { list, open, waits, shown, answered, searched: rested, active, close, choose, onKeyDown, onType };
}

/** A suggestion for a field. The focus stays in the field, whose keys move and choose. */
export const SuggestionOption = (button: ComponentProps<'button'>) => (
  <button
    {...button}
    type="button"
    role="option"
    tabIndex={-1}
    onMouseDown={(event) => event.preventDefault()}
    className="flex min-h-control w-full cursor-pointer items-center px-3 text-left text-base hover:bg-sunken aria-selected:bg-accent-soft aria-selected:shadow-[inset_3px_0_var(--color-accent)]"
  />
);

/** Closes the list when its form is sent: the focus stays in the field then, and the list would cover messages. */
function useClosedBySubmit(close: () => void) {
  const place = useRef<HTMLDivElement>(null);
  const onSubmit = useEffectEvent(close);
  useEffect(() => {
    const form = place.current?.closest('form');
    const submitted = () => onSubmit();
    form?.addEventListener('submit', submitted);
    return () => form?.removeEventListener('submit', submitted);
  }, []);
  return place;
}

/**
 * A text field that suggests names while one types, without forcing one of them.
 *
 * Our own, because it is on the first page (docs/decisions/0010-first-page-script.md).
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { field, control } = splitFieldProps(props);
  const { value, onValueChange, onChoose, onEnter, useSuggestions, nameOf, ...rest } = control;
  const { entering, groupOf, renderItem = nameOf, header, leading, trailing, size = 'md', ...others } = rest;
  const { onKeyDown, ...input } = others;
  const suggestions = useSuggestionList({ value, onChoose, onEnter, entering, useSuggestions });
  const { list, open, waits, shown, answered, searched, active, close, choose } = suggestions;
  const listId = useId();
  const place = useClosedBySubmit(close);
  const groups = groupOf && Map.groupBy(shown, groupOf);
  useAnnouncement(open && (waits ? MESSAGES.searching : countOf(shown.length)));

  const option = (item: T) => {
    const index = shown.indexOf(item);
    return (
      <SuggestionOption
        key={nameOf(item)}
        id={`${listId}-${index}`}
        aria-selected={index === active}
        onClick={() => choose(item)}
      >
        {renderItem(item)}
      </SuggestionOption>
    );
  };

  return (
    <Field {...field}>
      {(wiring) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus leaves the field and its list
        <div
          ref={place}
          onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
          className="relative"
        >
          {leading && (
            <Adornment className={cx('left-0 justify-center', size === 'lg' ? 'w-12' : 'w-10')}>
              {leading}
            </Adornment>
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
            className={cx(
              'input-box',
              size === 'lg' && 'h-12! text-lg!',
              Boolean(leading) && (size === 'lg' ? 'pl-12!' : 'pl-10!'),
            )}
          />
          {trailing && <Adornment className="right-0 pr-4">{trailing}</Adornment>}
          {open && (
            <div className="animate-rise absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-md border border-line bg-raised shadow-high">
              {header?.(searched)}
              <div
                ref={list}
                id={listId}
                role="listbox"
                tabIndex={-1}
                aria-label={`${field.label}: suggestions`}
                className="max-h-80 overflow-y-auto overscroll-contain py-1 empty:hidden"
              >
                {groups
                  ? Array.from(groups, ([group, items]) => (
                      <fieldset key={group} aria-label={group}>
                        <p aria-hidden className="overline-label px-3 pt-2 pb-1">
                          {group}
                        </p>
                        {items.map(option)}
                      </fieldset>
                    ))
                  : shown.map(option)}
              </div>
              {shown.length === 0 && (waits || !answered) && (
                <p className="px-3 py-2.5 text-sm text-ink-faint">
                  {waits ? MESSAGES.searching : MESSAGES.noResults}
                </p>
              )}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

const countOf = (n: number): string => (n === 0 ? MESSAGES.noResults : counted(n, 'suggestion'));
