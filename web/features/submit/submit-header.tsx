import { Link } from 'wouter';
import { PATHS, SCREEN_TITLES } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';

export const SubmitHeader = ({ next = 'A reviewer checks it before it is published' }) => (
  <PageHeader title={SCREEN_TITLES.submit}>
    Submit a finished sale. {next}; see the{' '}
    <Link href={PATHS.faq} className="link">
      rules
    </Link>
    .
  </PageHeader>
);
