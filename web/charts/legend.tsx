import { formatNumber } from '../../src/contract/shared/plural.ts';
import type { Group } from './groups.ts';
import { shapePath } from './marker-styles.ts';

/** The groups of sales with their markers. */
export function Legend({ groups }: { groups: readonly Group[] }) {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 pb-1 text-sm text-ink-soft">
      {groups.map(({ label, style, count }) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg aria-hidden width={14} height={14}>
            <path
              d={shapePath(style.shape, 7, 7, 4.5)}
              className={style.className}
              strokeWidth={style.shape === 'ring' ? 1.5 : 0}
            />
          </svg>
          {label}
          <span className="text-ink-faint tabular-nums">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}
