import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** A sentence about the purpose of the page. */
  children?: ReactNode;
}

export function PageHeader({ title, children }: PageHeaderProps) {
  return (
    <div className="mb-5">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {children && <div className="mt-1 max-w-prose text-base text-pretty text-ink-soft">{children}</div>}
    </div>
  );
}
