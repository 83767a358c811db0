import type { DuplicateGroup } from '../../../../src/contract/duplicates.ts';
import type { AnySale } from '../../../../src/contract/sale.ts';

/** Who submitted an entry. */
export const submitter = ({ submitted_by_username: name }: AnySale): string => name ?? 'somebody unknown';

/** Which entry of a group to keep unless an admin says otherwise: the first that is approved, else the oldest. */
export const keeper = ({ sales }: DuplicateGroup): AnySale | undefined =>
  sales.find(({ status }) => status === 'approved') ?? sales[0];
