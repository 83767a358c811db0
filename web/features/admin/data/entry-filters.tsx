import { SALE_STATUSES, type SaleStatus } from '../../../../src/contract/sale.ts';
import type { Go } from '../../../lib/use-address.ts';
import { STATUS_LABELS } from '../../../sales/sale-labels.ts';
import { Toggle } from '../../../ui/checkbox.tsx';
import { type Option, Select } from '../../../ui/select.tsx';
import { SearchField } from '../search-field.tsx';
import type { DataAddress } from './data-search-params.ts';

const STATUS_OPTIONS: Option<SaleStatus>[] = SALE_STATUSES.map((value) => ({
  value,
  label: STATUS_LABELS[value],
}));

/** What the entries are narrowed by; each takes effect by itself. */
export function EntryFilters({ address, go }: { address: DataAddress; go: Go<DataAddress> }) {
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[minmax(0,1fr)_11rem_auto]">
      <SearchField
        label="Search"
        placeholder="Name, #id or submitter"
        value={address.search}
        onSearch={(search) => go({ search }, 'search')}
        className="max-md:col-span-2"
      />
      <Select
        label="Status"
        placeholder="Any"
        value={address.status ?? ''}
        onValueChange={(status) => go({ status: status || undefined })}
        options={STATUS_OPTIONS}
      />
      <Toggle
        label="Deleted ones"
        checked={address.deleted ?? false}
        onCheckedChange={(deleted) => go({ deleted: deleted || undefined })}
      />
    </div>
  );
}
