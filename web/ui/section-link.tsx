import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface SectionLinkProps {
  /** The id of the section. */
  to: string;
  className?: string;
  children: ReactNode;
}

/** Leads to a section further down the page. */
export const SectionLink = ({ to, className, children }: SectionLinkProps) => (
  <a
    href={`#${to}`}
    className={cx('link print:hidden inline-flex min-h-control items-center gap-1 text-sm', className)}
  >
    {children}
    <ArrowDown aria-hidden className="size-3.5" />
  </a>
);
