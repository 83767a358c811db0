import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { cx } from './cx.ts';

export interface Tab<V extends string> {
  value: V;
  label: string;
  /** A figure behind the label, e.g. how many wait. */
  count?: number;
}

interface TabsProps<V extends string> {
  /** What the tabs choose among, for screen readers. */
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onValueChange: (value: V) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

/** Tabs with their panel: arrows, Home and End move and choose; Tab goes on to the panel. */
export function Tabs<V extends string>({ label, tabs, value, onValueChange, children }: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!tab) return;
    event.preventDefault();
    onValueChange(tab.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${tab.value}"]`)?.focus();
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-6 border-b border-line"
      >
        {tabs.map((tab) => {
          const chosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              data-value={tab.value}
              aria-selected={chosen}
              aria-controls={`${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              className={cx(
                '-mb-px flex min-h-11 items-center gap-2 border-b-2 text-base font-medium transition-colors',
                chosen ? 'border-accent text-ink' : 'border-transparent text-ink-faint hover:text-ink',
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="rounded-full bg-sunken px-2 text-xs text-ink-soft tabular-nums">
                  {tab.count.toLocaleString('en-US')}
                </span>
              )}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}

/** A choice among two or three that stands in a row, as a form control. */
export function Segmented<V extends string>({
  label,
  tabs,
  value,
  onValueChange,
}: Omit<TabsProps<V>, 'children'>) {
  const name = useId();
  return (
    <fieldset className="flex w-fit rounded-md border border-line-strong bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {tabs.map((tab) => (
        <label
          key={tab.value}
          className="flex min-h-10 cursor-pointer items-center rounded-sm px-4 text-base font-medium text-ink-soft transition-colors has-checked:bg-raised has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:outline-accent md:min-h-8"
        >
          <input
            type="radio"
            name={name}
            checked={tab.value === value}
            onChange={() => onValueChange(tab.value)}
            className="sr-only"
          />
          {tab.label}
        </label>
      ))}
    </fieldset>
  );
}
