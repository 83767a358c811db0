import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { formatNumber } from '../../src/contract/shared/plural.ts';
import { cx } from './cx.ts';
import { useChosen } from './hooks/use-chosen.ts';

export interface Tab<V extends string> {
  value: V;
  label: string;
  /** The end of the label, only for screen readers on phones, where the tabs then fit into one row. */
  labelEnd?: string;
  /**
   * A number after the label, or a text where it is not exact. Present but undefined until it is known; absent for a tab
   * without one.
   */
  count?: number | string | undefined;
}

export interface TabsProps<V extends string> {
  /** What the tabs choose among, for screen readers. */
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onValueChange: (value: V) => void;
  /** `pills` for tabs inside the panel of others. */
  look?: 'line' | 'pills';
  /** In front of the row of tabs, such as a title. */
  before?: ReactNode;
  /** At the far end of the row of tabs; belongs to the panel. */
  aside?: ReactNode;
  children: ReactNode;
}

const TAB_STYLES = {
  line: {
    row: 'border-b border-line',
    list: 'gap-x-3 md:gap-x-6',
    tab: '-mb-px min-h-11 border-b-2',
    chosen: 'border-accent text-ink',
    other: 'border-transparent text-ink-faint hover:text-ink',
  },
  pills: {
    row: '',
    list: 'gap-1',
    tab: 'min-h-control rounded-full px-4',
    chosen: 'bg-accent-soft text-accent inset-ring inset-ring-accent',
    other: 'text-ink-soft hover:bg-sunken hover:text-ink',
  },
};

export const countText = (count: number | string | undefined) =>
  typeof count === 'number' ? formatNumber(count) : count;

/**
 * Tabs with their panel: arrows, Home and End move and choose; Tab moves to the panel.
 *
 * Our own, because it is on the first page (docs/decisions/0010-first-page-script.md).
 */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, tabs, before, aside, children } = props;
  const look = TAB_STYLES[props.look ?? 'line'];
  const [value, choose] = useChosen(props.value, props.onValueChange);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // On phones, counts are below the labels, so that more tabs fit into one row.
  const isCounted = tabs.some((tab) => 'count' in tab);
  const isShortened = tabs.some((tab) => tab.labelEnd);

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!tab) return;
    event.preventDefault();
    choose(tab.value);
  }

  // The focus follows the choice, also when that is taken back.
  useLayoutEffect(() => {
    const at = list.current;
    if (!at?.contains(document.activeElement)) return;
    at.querySelector<HTMLElement>(`[data-value="${value}"]`)?.focus();
  }, [value]);

  return (
    <>
      <div
        className={cx(
          'flex flex-wrap items-end justify-between gap-x-2',
          Boolean(aside) && 'gap-y-2',
          look.row,
        )}
      >
        {before}
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={move}
          className={cx(
            'flex flex-wrap',
            look.list,
            isShortened && 'max-md:w-full max-md:justify-between max-md:gap-x-0',
          )}
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
                onClick={() => choose(tab.value)}
                className={cx(
                  'flex items-center touch:min-w-11 text-base font-medium transition-colors max-[22rem]:text-sm',
                  isCounted && 'gap-x-2 max-md:min-h-13 max-md:flex-col max-md:justify-center',
                  isShortened && 'max-md:justify-center max-md:text-sm',
                  look.tab,
                  chosen ? look.chosen : look.other,
                )}
              >
                <span>
                  {tab.label}
                  {tab.labelEnd && <span className="max-md:sr-only"> {tab.labelEnd}</span>}
                </span>
                {isCounted && (
                  <span
                    className={cx(
                      'min-h-4 rounded-full bg-sunken text-xs text-ink-soft tabular-nums empty:bg-transparent max-md:bg-transparent md:px-2',
                      !('count' in tab) && 'md:hidden',
                    )}
                  >
                    {countText(tab.count)}
                  </span>
                )}
              </button>
            );
          })}
        </div>
        {aside && <div className="pb-1.5">{aside}</div>}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
