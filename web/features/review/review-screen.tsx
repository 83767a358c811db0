import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';

export default function ReviewScreen() {
  usePageTitle('Review Submissions');
  return <PageHeader title="Review Submissions" />;
}
