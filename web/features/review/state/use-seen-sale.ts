import { useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { type FieldChange, fieldChanges } from '../../../sales/draft/sale-changes.ts';
import { draftOf } from '../../../sales/draft/sale-draft.ts';

const changesBetween = (before: ReviewSale | undefined, after: ReviewSale | undefined): FieldChange[] =>
  !before || !after || before === after ? [] : fieldChanges(draftOf(before), draftOf(after));

/**
 * What a reviewer has seen of a sale that others may change meanwhile. A decision names the version whose values were
 * checked, so that the server refuses the first one after a change, and the reviewer looks again.
 *
 * @param sale the open or focused sale as it is now
 */
export function useSeenSale(sale: ReviewSale | undefined) {
  // Undefined takes over what is shown next.
  const [opened, setOpened] = useState(sale);
  const [checked, setChecked] = useState(sale);
  if (opened?.sale_id !== sale?.sale_id) {
    setOpened(sale);
    setChecked(sale);
  } else if (checked?.sale_id !== sale?.sale_id) setChecked(sale);

  const isChecked = changesBetween(checked, sale).length === 0;
  return {
    /** What has changed since it was opened. */
    changes: changesBetween(opened, sale),
    /** The sale in the version to decide. */
    seen: sale && checked && !isChecked ? { ...sale, version: checked.version } : sale,
    /** The reviewer was told of the changes, which stay listed. */
    setChecked: () => setChecked(undefined),
    /** The reviewer has made the changes. */
    setOpened: () => setOpened(undefined),
  };
}
