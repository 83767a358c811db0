import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/states.tsx';

interface ReviewSectionProps {
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of what a reviewer looks at. */
export function ReviewSection({ title, note, className, children }: ReviewSectionProps) {
  return (
    <section className={cx('min-w-0', className)}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="overline-label">{title}</h3>
        {note && <span className="text-xs text-ink-faint">{note}</span>}
      </div>
      {children}
    </section>
  );
}

/** A section's place while its answer is on its way. */
export function SkeletonSection({ title, lines }: { title: string; lines: number }) {
  return (
    <ReviewSection title={title}>
      <div aria-hidden className="space-y-2">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
          <Skeleton key={line} className="h-6 w-full" />
        ))}
      </div>
    </ReviewSection>
  );
}
