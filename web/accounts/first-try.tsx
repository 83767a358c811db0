import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface FirstTryProps {
  href: string;
  /** The link's text: what works if the first attempt succeeded. */
  children: ReactNode;
}

/** Replaces a refusal that an earlier attempt may have caused, whose response was lost. */
export const FirstTry = ({ href, children }: FirstTryProps) => (
  <>
    Your first attempt may have succeeded:{' '}
    <Link href={href} className="link">
      {children}
    </Link>
    .
  </>
);
