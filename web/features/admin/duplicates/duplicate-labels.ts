import type { DuplicateGroup } from '../../../../src/contract/admin/duplicates.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';

/** The submitter of an entry. */
export const submitter = ({ submitted_by_username: name }: AnySale): string => name ?? 'an unknown user';

/** The entry of a group to keep by default: the first approved one, else the oldest. */
export const keeper = ({ sales }: DuplicateGroup): AnySale | undefined =>
  sales.find(({ status }) => status === 'approved') ?? sales[0];
