import type { IgnoredFilter } from '../../../src/contract/shared/search-param-values.ts';
import { shortened } from '../../../src/contract/shared/text.ts';
import { Announced } from '../announced.tsx';

const MAX_VALUE_LENGTH = 40;

interface IgnoredFiltersProps {
  ignored: readonly IgnoredFilter[];
  /** What they do not apply to, such as `items`. */
  of?: string;
}

/** Names the filters of the address that have no effect, so that nobody takes the list for a filtered one. */
export function IgnoredFilters({ ignored, of }: IgnoredFiltersProps) {
  if (ignored.length === 0) return null;
  return (
    <Announced className="tinted bg-pending-soft text-sm text-pending">
      <p>These filters in the URL are not valid {of ? `for ${of}` : 'here'} and were ignored:</p>
      <ul className="mt-1 space-y-1">
        {ignored.map(([param, value]) => (
          <li key={param}>
            <code className="font-mono wrap-anywhere">
              {param}={shortened(value, MAX_VALUE_LENGTH)}
            </code>
          </li>
        ))}
      </ul>
    </Announced>
  );
}
