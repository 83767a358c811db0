import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Tints: a background, and the colour of the text on it. */
export const TONES = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent',
  approved: 'bg-approved-soft text-approved',
  rejected: 'bg-rejected-soft text-rejected',
  pending: 'bg-pending-soft text-pending',
};

/** A label on a tint; the colour is never the only sign. */
export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex min-h-6 max-w-full shrink-0 items-center gap-1 rounded-sm px-2 py-0.5 text-xs font-medium forced-colors:border',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
