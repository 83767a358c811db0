import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useSalesReload } from '../data/use-entry-actions.ts';

/** What an admin can do about duplicates. Each throws the server's error. */
export function useDuplicateActions() {
  const reload = useSalesReload();
  const remove = trpc.admin.deleteDuplicate.useMutation();
  const merge = trpc.admin.mergeDuplicates.useMutation();

  return {
    delete: ({ kind: type, sale_id: id }: AnySale) => remove.mutateAsync({ type, id }).finally(reload),
    merge: (keep: number, removed: number[]) => merge.mutateAsync({ keep, remove: removed }).finally(reload),
  };
}
