import { PageHeader } from '../../ui/page/page-header.tsx';

export const MarketHeader = () => (
  <PageHeader title="Market History">
    What did it sell for? Sales of items and pokemon, with proof where there is one.
  </PageHeader>
);
