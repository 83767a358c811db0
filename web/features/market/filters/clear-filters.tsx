import type { ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';
import { focusResults } from '../../../ui/page/results-skip-link.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';

type ClearFiltersProps = Pick<ComponentProps<typeof Button>, 'variant' | 'children'> &
  Pick<MarketNavigation, 'clear'>;

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
