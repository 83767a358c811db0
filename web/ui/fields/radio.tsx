import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

interface RadioProps {
  /** The same for all choices of which one can be made. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
  className?: string;
}

export const Radio = ({ name, checked, onChoose, children, className }: RadioProps) => (
  <label className={cx('flex min-h-control cursor-pointer items-center gap-2.5 py-1 text-base', className)}>
    <input
      type="radio"
      name={name}
      checked={checked}
      onChange={onChoose}
      className="size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-raised transition-colors checked:border-6 checked:border-accent"
    />
    {children}
  </label>
);
