import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';

export default function MarketScreen() {
  usePageTitle('Market History');
  return <PageHeader title="Market History" />;
}
