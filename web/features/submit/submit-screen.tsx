import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';

export default function SubmitScreen() {
  usePageTitle('Submit Data');
  return <PageHeader title="Submit Data" />;
}
