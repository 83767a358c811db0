import type { ComponentProps } from 'react';
import { Button } from '../button.tsx';
import { focusResults } from '../page/results-skip-link.tsx';

type ClearFiltersProps = Pick<ComponentProps<typeof Button>, 'variant' | 'className' | 'children'> & {
  clear: () => void;
};

/** Removes all filters. The button disappears with them, so the focus moves to the results. */
export const ClearFilters = ({ clear, ...button }: ClearFiltersProps) => (
  <Button
    {...button}
    onClick={() => {
      focusResults();
      clear();
    }}
  />
);
