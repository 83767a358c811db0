import type { ComponentProps, MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { moveFocus } from './hooks/focus.ts';

type ShowMoreProps = Pick<ComponentProps<typeof Button>, 'variant' | 'className' | 'children'> & {
  onShow: () => void;
};

/**
 * Shows the rows that a list next to it leaves out. The button disappears with that, so the focus moves to the first new
 * row, or to the element around both while the rows are loading.
 */
export function ShowMore({ onShow, ...button }: ShowMoreProps) {
  function show({ currentTarget: { parentElement: around } }: MouseEvent<HTMLElement>) {
    const rows = () => [...(around?.querySelectorAll<HTMLElement>('li, tr') ?? [])];
    const before = new Set(rows());
    flushSync(onShow);
    moveFocus(rows().find((row) => !before.has(row)) ?? around);
  }
  return <Button variant="quiet" className="-ml-3.5" {...button} onClick={show} />;
}
