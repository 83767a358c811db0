import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Fact {
  label: string;
  value: ReactNode;
  /** Takes a whole line. */
  wide?: boolean;
}

/** Labels and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-6 gap-y-3 md:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]">
      {facts.map(({ label, value, wide }) => (
        <div key={label} className={cx('min-w-0', wide && 'col-span-full')}>
          <dt className="overline-label">{label}</dt>
          <dd className="text-sm">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
