import { Link } from 'wouter';
import { PATHS, SCREEN_TITLES } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';

export const SubmitHeader = () => (
  <PageHeader title={SCREEN_TITLES.submit}>
    Submit a finished sale. A reviewer checks it before it is published; see the{' '}
    <Link href={PATHS.faq} className="link">
      rules
    </Link>
    .
  </PageHeader>
);
