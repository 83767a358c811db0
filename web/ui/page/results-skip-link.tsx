import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { PLACE, SkipLink } from './skip-link.tsx';

/** The attributes of the element that holds the results of a screen. */
export const RESULTS = { id: 'results', tabIndex: -1 } as const;

/** Moves the focus to the results, from a button that is about to disappear. */
export const focusResults = () => document.getElementById(RESULTS.id)?.focus({ preventScroll: true });

/** A link at the start of the page to the results; rendered within them, it exists while they do. */
export function ResultsSkipLink() {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(PLACE)), []);
  return place && createPortal(<SkipLink to={RESULTS.id}>Skip to results</SkipLink>, place);
}
