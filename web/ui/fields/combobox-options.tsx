import type { ReactNode, RefObject } from 'react';

interface OptionsProps<T> {
  list: RefObject<HTMLDivElement | null>;
  listId: string;
  label: string;
  shown: readonly T[];
  active: number;
  nameOf: (item: T) => string;
  groupOf: ((item: T) => string) | undefined;
  renderItem: (item: T) => ReactNode;
  onChoose: (item: T) => void;
}

/** The suggestions of a combobox, in groups. Focus stays in the field, whose keys move and choose. */
export function Options<T>(props: OptionsProps<T>) {
  const { list, listId, label, shown, active, nameOf, groupOf, renderItem, onChoose } = props;
  const option = (item: T) => {
    const index = shown.indexOf(item);
    return (
      <button
        key={nameOf(item)}
        id={`${listId}-${index}`}
        type="button"
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(item)}
        className="flex min-h-control w-full cursor-pointer items-center px-3 text-left text-base hover:bg-sunken aria-selected:bg-accent-soft"
      >
        {renderItem(item)}
      </button>
    );
  };
  const groups = groupOf && Map.groupBy(shown, groupOf);
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
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
  );
}
