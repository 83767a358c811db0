import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { SaleDraft } from '../../sales/draft/sale-draft.ts';
import { comparedBy } from '../../sales/similar/similar-labels.ts';
import { SimilarList } from '../../sales/similar/similar-list.tsx';
import { checkOfDraft, useNearest } from './use-comparisons.ts';

/** The most similar existing sales, updated while typing. */
export function NearestSales({
  form: { control },
  kind,
  named,
}: {
  form: UseFormReturn<SaleDraft>;
  kind: SaleKind;
  /** The name is finished: only then can it have no sales. */
  named: boolean;
}) {
  const draft = useWatch({ control }) as SaleDraft;
  const { data, error } = useNearest(kind, draft);
  if (!data || error || draft.name.trim() === '') return null;
  if (data.data.length === 0 && !named) return null;
  return (
    <section aria-labelledby="nearest">
      <h2 id="nearest" className="overline-label mb-1">
        Similar sales
      </h2>
      {data.data.length === 0 ? (
        <p className="text-sm text-ink-soft">No sales of this name yet: yours is the first.</p>
      ) : (
        <SimilarList found={data.data} like={comparedBy(kind, checkOfDraft(draft))} newTab />
      )}
    </section>
  );
}
