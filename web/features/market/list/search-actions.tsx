import type { ReactNode } from 'react';
import type { CardSubject } from '../../../../src/contract/cards/card-paths.ts';
import type { MarketSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import FollowButton from '../../../follows/follow-button.tsx';
import ShareButton from '../../../sales/share/share-button.tsx';

interface SearchActionsProps {
  params: MarketSearchParams;
  subject: CardSubject;
  title: string;
}

/** Follows or shares what a page shows. In a script that is loaded after the page is drawn. */
export default function SearchActions({ params, subject, title }: SearchActionsProps): ReactNode {
  return (
    <>
      <FollowButton kind={params.kind} filters={params.filters} />
      <ShareButton compact subject={subject} title={title} order={params} />
    </>
  );
}
