import { searchable, searchText } from '../../../../src/contract/market/search-param-values.ts';
import { KINDS, SALE_KINDS, type SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { SALE_STATUSES, type SaleStatus } from '../../../../src/contract/sale/sale.ts';
import { RangeFields } from '../../../sales/fields/range-fields.tsx';
import { STATUS_LABELS } from '../../../sales/sale-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { Toggle } from '../../../ui/fields/checkbox.tsx';
import { type Option, Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useDraft } from '../../../ui/fields/use-draft.ts';
import type { ReviewFilters } from '../state/review-search-params.ts';

const KIND_OPTIONS: Option<SaleKind>[] = SALE_KINDS.map((kind) => ({
  value: kind,
  label: KINDS[kind].label,
}));
const STATUS_OPTIONS: Option<SaleStatus>[] = SALE_STATUSES.map((status) => ({
  value: status,
  label: STATUS_LABELS[status],
}));

const FLAGGED_OPTIONS: Option<'true' | 'false'>[] = [
  { value: 'true', label: 'With flags' },
  { value: 'false', label: 'Without flags' },
];

interface QueueFiltersProps {
  filters: ReviewFilters;
  isAdmin: boolean;
  /** @param typing the text field that the change was typed into */
  onFilter: (change: ReviewFilters, typing?: string) => void;
  onClear: () => void;
}

function TextFilter({
  filters,
  onFilter,
  field,
  label,
}: Pick<QueueFiltersProps, 'filters' | 'onFilter'> & {
  field: 'name' | 'submitter' | 'reviewer';
  label: string;
}) {
  const { draft, type } = useDraft(
    filters[field] ?? '',
    (text) => onFilter({ [field]: text || undefined }, field),
    (text) => searchText(text) ?? '',
  );
  return (
    <TextField
      label={label}
      placeholder="Any"
      autoComplete="off"
      data-filter={field}
      value={draft}
      onChange={(event) => type(searchable(event.target.value))}
    />
  );
}

/** The filters of the All tab. Each takes effect at once. */
export function QueueFilters({ filters, isAdmin, onFilter, onClear }: QueueFiltersProps) {
  const active = Object.keys(filters).length;
  return (
    <section aria-label="Filters" className="rounded-lg border border-line bg-surface px-4 pt-3 pb-4">
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 lg:grid-cols-5">
        <Select
          label="Kind"
          placeholder="Both"
          value={filters.kind ?? ''}
          onValueChange={(kind) => onFilter({ kind: kind || undefined })}
          options={KIND_OPTIONS}
        />
        <Select
          label="Status"
          placeholder="Any"
          value={filters.status ?? ''}
          onValueChange={(status) => onFilter({ status: status || undefined })}
          options={STATUS_OPTIONS}
        />
        <TextFilter filters={filters} onFilter={onFilter} field="name" label="Name contains" />
        <TextFilter filters={filters} onFilter={onFilter} field="submitter" label="Submitted by" />
        <TextFilter filters={filters} onFilter={onFilter} field="reviewer" label="Decided by" />
        <Select
          label="Flags"
          placeholder="Any"
          value={filters.flagged === undefined ? '' : filters.flagged ? 'true' : 'false'}
          onValueChange={(flagged) => onFilter({ flagged: flagged === '' ? undefined : flagged === 'true' })}
          options={FLAGGED_OPTIONS}
        />
        <RangeFields filters={filters} onFilter={onFilter} />
      </div>
      {(isAdmin || active > 0) && (
        <div className="mt-2 flex flex-wrap items-center gap-x-6">
          {isAdmin && (
            <Toggle
              label="Deleted sales"
              checked={filters.deleted ?? false}
              onCheckedChange={(deleted) => onFilter({ deleted: deleted || undefined })}
            />
          )}
          {active > 0 && (
            <Button variant="quiet" onClick={onClear} className="-mx-3.5">
              Clear all filters
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
