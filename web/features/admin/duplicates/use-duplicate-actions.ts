import type { DuplicateGroup } from '../../../../src/contract/admin/duplicates.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useSalesReload } from '../data/use-entry-actions.ts';

/** What an admin can do about duplicates. Each throws the server's error. */
export function useDuplicateActions() {
  const reload = useSalesReload();
  const { admin } = trpc.useUtils().client;

  return {
    delete: ({ kind: type, sale_id: id }: AnySale) =>
      admin.deleteDuplicate.mutate({ type, id }).finally(reload),
    dismiss: ({ sales }: DuplicateGroup, dismissed: boolean) =>
      admin.dismissDuplicates
        .mutate({ sale_ids: sales.map(({ sale_id }) => sale_id), dismissed })
        .finally(reload),
    merge: (keep: number, removed: number[]) =>
      admin.mergeDuplicates.mutate({ keep, remove: removed }).finally(reload),
  };
}
