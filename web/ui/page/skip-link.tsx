interface SkipLinkProps {
  /** The id of the target. */
  to: string;
  children: string;
}

/** The id of the element that holds the skip links. */
export const PLACE = 'skip-links';

/** Visible while it has the focus. */
export const SkipLink = ({ to, children }: SkipLinkProps) => (
  <a
    href={`#${to}`}
    className="sr-only rounded-md bg-accent px-4 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:py-2.5"
  >
    {children}
  </a>
);

/** The first elements of a page: the link to its content, and `ResultsSkipLink`. */
export const SkipLinks = () => (
  <div id={PLACE}>
    <SkipLink to="content">Skip to content</SkipLink>
  </div>
);
