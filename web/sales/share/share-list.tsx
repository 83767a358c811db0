import type { ReactNode } from 'react';
import { listSubject } from '../../../src/contract/cards/card-paths.ts';
import type { MarketSearchParams } from '../../../src/contract/market/market-search-params.ts';
import { marketTitle } from '../../../src/contract/market/page-titles.ts';
import ShareButton from './share-button.tsx';

/** Shares a filtered list; its address is built only here, so that the first page does not load how. */
export default function ShareList({ params: { kind, filters } }: { params: MarketSearchParams }): ReactNode {
  return <ShareButton compact subject={listSubject(kind, filters)} title={marketTitle(kind, filters)} />;
}
