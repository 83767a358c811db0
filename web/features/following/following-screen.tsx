import { usePageTitle } from '../../lib/use-page-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';

/** The searches that the user follows. */
export default function FollowingScreen() {
  usePageTitle('Following');
  return <PageHeader title="Following" />;
}
