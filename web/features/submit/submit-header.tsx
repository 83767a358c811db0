import { Link } from 'wouter';
import { PATHS } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';

export const SubmitHeader = () => (
  <PageHeader title="Submit Data">
    Submit a finished sale. A reviewer checks it before it is published; see the{' '}
    <Link href={PATHS.faq} className="link">
      rules
    </Link>
    .
  </PageHeader>
);
