import { MARKET_TITLE } from '../../../src/contract/shared/screen-titles.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';

export const MarketHeader = () => (
  <PageHeader title={MARKET_TITLE}>
    What did it sell for? Sales of items and pokemon, with proof where there is one.
  </PageHeader>
);
