import { useId } from 'react';
import { cx } from './cx.ts';
import { countText, type TabsProps } from './tabs.tsx';

type SegmentedProps<V extends string> = Pick<TabsProps<V>, 'label' | 'tabs' | 'value' | 'onValueChange'>;

/** A choice among a few in one row, as a form control. On phones, counts are below their labels. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, tabs, value, onValueChange } = props;
  const name = useId();
  const counted = tabs.some((tab) => 'count' in tab);
  return (
    <fieldset
      className={cx(
        'flex flex-wrap rounded-md border border-line-strong bg-sunken',
        counted ? 'w-full md:w-fit' : 'w-fit',
      )}
    >
      <legend className="sr-only">{label}</legend>
      {tabs.map((tab) => (
        <label
          key={tab.value}
          className={cx(
            // As high as other controls, with the border around all: the background of the chosen one ends inside its own border.
            'relative flex -my-px min-h-control cursor-pointer items-center rounded-md border-3 border-transparent bg-clip-padding text-base font-medium text-ink-soft transition-colors has-checked:bg-raised has-checked:text-ink has-checked:inset-ring has-checked:inset-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent forced-colors:border-0',
            counted
              ? 'px-3 max-md:flex-1 max-md:flex-col max-md:justify-center max-md:px-1 max-md:text-sm md:gap-2'
              : 'px-3 max-[24rem]:px-1.5',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={tab.value === value}
            onChange={() => onValueChange(tab.value)}
            className="fills-label"
          />
          {tab.label}
          {counted && (
            <span className="min-h-4 text-xs md:min-w-5 text-ink-faint tabular-nums">
              {countText(tab.count)}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
