import { useSearch } from 'wouter';
import { ignoredFilters } from '../../../../src/contract/market/filter-fields.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { KINDS } from '../../../../src/contract/sale/kinds.ts';
import { shortened } from '../../../../src/contract/shared/text.ts';

const MAX_VALUE_LENGTH = 40;

/** Names the filters of the address that have no effect, so that nobody takes the list for a filtered one. */
export function IgnoredFilters({ kind }: { kind: SaleKind }) {
  const ignored = ignoredFilters(kind, new URLSearchParams(useSearch()));
  if (ignored.length === 0) return null;
  return (
    <div role="status" className="rounded-md bg-pending-soft px-3 py-2 text-sm text-pending">
      <p>These filters of the address do not exist for {KINDS[kind].label.toLowerCase()} and were ignored:</p>
      <ul className="mt-1 space-y-1">
        {ignored.map(([param, value]) => (
          <li key={param}>
            <code className="font-mono wrap-anywhere">
              {param}={shortened(value, MAX_VALUE_LENGTH)}
            </code>
          </li>
        ))}
      </ul>
    </div>
  );
}
