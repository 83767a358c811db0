import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

interface SkipLinkProps {
  /** The id of the target. */
  to: string;
  children: string;
}

const PLACE = 'skip-links';

/** Visible while it has the focus. */
const SkipLink = ({ to, children }: SkipLinkProps) => (
  <a
    href={`#${to}`}
    className="sr-only rounded-md bg-accent px-4 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:py-2.5"
  >
    {children}
  </a>
);

/** The first elements of a page: the link to its content, and those of `PartSkipLink`. */
export const SkipLinks = () => (
  <div id={PLACE}>
    <SkipLink to="content">Skip to content</SkipLink>
  </div>
);

/** A link at the start of the page to a part of it; it exists while that part does. */
export function PartSkipLink(props: SkipLinkProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(PLACE)), []);
  return place && createPortal(<SkipLink {...props} />, place);
}
