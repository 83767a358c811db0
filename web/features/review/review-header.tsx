import { PageHeader } from '../../ui/page/page-header.tsx';

/** @param note one more sentence */
export const ReviewHeader = ({ note = '' }: { note?: string }) => (
  <PageHeader title="Review Submissions">
    Approve sales that match their proof. Correct or reject the others. {note}
  </PageHeader>
);
