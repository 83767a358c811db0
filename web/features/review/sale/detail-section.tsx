import type { ReactNode } from 'react';
import { Skeletons } from '../../../ui/states/states.tsx';

interface DetailSectionProps {
  title: string;
  /** Next to the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** A titled part of the sale's details. */
export function DetailSection({ title, note, children }: DetailSectionProps) {
  return (
    <section className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="overline-label">{title}</h3>
        {note && <span className="text-xs text-ink-faint">{note}</span>}
      </div>
      {children}
    </section>
  );
}

export function SkeletonSection({ title, lines }: { title: string; lines: number }) {
  return (
    <DetailSection title={title}>
      <div aria-hidden className="space-y-2">
        <Skeletons count={lines} className="h-6 w-full" />
      </div>
    </DetailSection>
  );
}
