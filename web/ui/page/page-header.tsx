import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** A line on what the page is for. */
  children?: ReactNode;
  /** Buttons at the far end. */
  actions?: ReactNode;
}

/** Heading of a screen. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {children && <div className="mt-1 max-w-prose text-base text-ink-soft">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}
