import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface FirstTryProps {
  href: string;
  /** The link's text: what works if the earlier try has arrived. */
  children: ReactNode;
}

/** In place of a refusal that an earlier try can have caused: one that had no response of the server. */
export const FirstTry = ({ href, children }: FirstTryProps) => (
  <>
    Your first try may have arrived:{' '}
    <Link href={href} className="link">
      {children}
    </Link>
    .
  </>
);
