import { SALE_KINDS } from '../../../../src/contract/kinds.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { AdminSection } from '../admin-section.tsx';
import { DuplicateList } from './duplicate-list.tsx';
import { DuplicateScan } from './duplicate-scan.tsx';
import { useDuplicateScan } from './use-duplicate-scan.ts';

/** Sales that were entered more than once: looking for them, deleting and merging them (SPEC section 2). */
export default function DuplicatesSection() {
  const scanning = useDuplicateScan();
  const scan = scanning.query.data;
  return (
    <AdminSection
      title="Duplicate scan"
      about="Sales of the same name, price and day, and pokemon with the same traits too. Rejected and deleted ones are left out. It runs every night."
    >
      <DuplicateScan {...scanning} />
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
