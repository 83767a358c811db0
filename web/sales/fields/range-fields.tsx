import type { MarketFilters } from '../../../src/contract/market/market-search-params.ts';
import { calendarDay } from '../../../src/contract/shared/search-param-values.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { PriceField } from '../../ui/fields/price-field.tsx';
import { useDraft } from '../../ui/fields/use-draft.ts';

/** The filters for price and day of sale, named as in the API. */
type RangeFilters = Pick<MarketFilters, 'min_price' | 'max_price' | 'date_from' | 'date_to'>;

interface RangeProps {
  filters: RangeFilters;
  /** @param typing the field that the change was typed into */
  onFilter: (change: RangeFilters, typing: string) => void;
}

interface BoundProps<F extends keyof RangeFilters> extends RangeProps {
  field: F;
  label: string;
  error?: string;
}

function PriceBound({ filters, onFilter, field, label, error }: BoundProps<'min_price' | 'max_price'>) {
  const { draft, type } = useDraft<number | null>(filters[field] ?? null, (value) =>
    onFilter({ [field]: value ?? undefined }, field),
  );
  return <PriceField label={label} placeholder="Any" value={draft} onValueChange={type} error={error} />;
}

function DateBound({ filters, onFilter, field, label, error }: BoundProps<'date_from' | 'date_to'>) {
  const { draft, type } = useDraft(
    filters[field] ?? '',
    (value) => onFilter({ [field]: value || undefined }, field),
    (text) => calendarDay(text) ?? '',
  );
  return <DateField label={label} value={draft} onValueChange={type} error={error} />;
}

/** Whether nothing is in a range, because it ends before it begins. */
export const isReversed = <T extends number | string>(from: T | undefined, to: T | undefined): boolean =>
  from !== undefined && to !== undefined && from > to;

/** Ranges for price and date; each takes effect when typing pauses. */
export function RangeFields(props: RangeProps) {
  const { min_price, max_price, date_from, date_to } = props.filters;
  return (
    <>
      <PriceBound {...props} field="min_price" label="Price from" />
      <PriceBound
        {...props}
        field="max_price"
        label="Price to"
        error={isReversed(min_price, max_price) ? 'Must not be below “Price from”' : undefined}
      />
      <DateBound {...props} field="date_from" label="Sold from" />
      <DateBound
        {...props}
        field="date_to"
        label="Sold to"
        error={isReversed(date_from, date_to) ? 'Must not be before “Sold from”' : undefined}
      />
    </>
  );
}
