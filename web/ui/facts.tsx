import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type Fact = readonly [label: string, value: ReactNode, width?: 'wide'];

/** Labels and values; a wide one takes a whole line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-6 gap-y-3 md:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]">
      {facts.map(([label, value, width]) => (
        <div key={label} className={cx('min-w-0', width === 'wide' && 'col-span-full')}>
          <dt className="overline-label">{label}</dt>
          <dd className="text-sm">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
