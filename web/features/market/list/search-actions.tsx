import type { ReactNode } from 'react';
import { listSubject } from '../../../../src/contract/cards/card-paths.ts';
import type { MarketSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import { marketTitle } from '../../../../src/contract/market/page-titles.ts';
import FollowButton from '../../../follows/follow-button.tsx';
import ShareButton from '../../../sales/share/share-button.tsx';

interface SearchActionsProps {
  params: MarketSearchParams;
}

/** Follows or shares a filtered list. In a script that the first page, which has no filter, does not load. */
export default function SearchActions({ params: { kind, filters } }: SearchActionsProps): ReactNode {
  return (
    <>
      <FollowButton kind={kind} filters={filters} />
      <ShareButton compact subject={listSubject(kind, filters)} title={marketTitle(kind, filters)} />
    </>
  );
}
