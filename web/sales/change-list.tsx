import { ArrowRight } from 'lucide-react';
import { fieldLabel, valueLabel } from '../../src/contract/sale/field-labels.ts';
import type { FieldChange } from './draft/sale-changes.ts';

export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="space-y-1 text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3">
          <dt className="text-ink-faint">{fieldLabel(field)}</dt>
          <dd className="min-w-0 tabular-nums">
            <del className="text-ink-faint">
              <span className="sr-only">before: </span>
              {valueLabel(field, before)}
            </del>
            <ArrowRight aria-hidden className="mx-1.5 inline size-3.5 text-ink-faint" />
            <ins className="font-medium no-underline">
              <span className="sr-only">after: </span>
              {valueLabel(field, after)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
