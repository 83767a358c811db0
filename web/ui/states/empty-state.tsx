import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** 1 when the title is the heading of the whole page. */
  headingLevel?: 1 | 2;
  children?: ReactNode;
  action?: ReactNode;
}

/** Explains why a list is empty, and what to do about it. */
export function EmptyState({ title, headingLevel = 2, children, action }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <svg viewBox="0 0 70 40" aria-hidden className="mb-3 h-12 fill-none stroke-line-strong">
        {[0, 12, 24, 36, 48, 60].map((x) => (
          <rect key={x} x={x + 0.75} y={0.75} width={8} height={38} rx={1.5} strokeDasharray="3 2.5" />
        ))}
      </svg>
      <Heading className="text-lg font-semibold text-balance">{title}</Heading>
      {children && <div className="max-w-md text-base text-balance text-ink-soft">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
