import { SALE_KINDS } from '../../../../src/contract/sale/kinds.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { AdminSection } from '../admin-section.tsx';
import { DuplicateList } from './duplicate-list.tsx';
import { DuplicateScan, useDuplicateScan } from './duplicate-scan.tsx';

/** Finds sales that were entered more than once, to delete or merge them. */
export default function DuplicatesSection() {
  const query = useDuplicateScan();
  const scan = query.data;
  return (
    <AdminSection
      title="Duplicate scan"
      about="Finds sales with the same name, price and date, and for pokemon the same traits. Rejected and deleted sales are left out. Runs every night."
    >
      <DuplicateScan query={query} />
      {scan && !scan.scanned_at ? (
        <EmptyState title="No groups yet">They appear here when the first scan is done.</EmptyState>
      ) : (
        <div className="mt-6 grid gap-x-6 gap-y-8 xl:grid-cols-2 xl:items-start">
          {SALE_KINDS.map((kind) => (
            <DuplicateList key={kind} kind={kind} />
          ))}
        </div>
      )}
    </AdminSection>
  );
}
