import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useWithInvalidation } from '../data/use-entry-actions.ts';

/** What an admin can do about duplicates. Each throws the server's error. */
export function useDuplicateActions() {
  const withInvalidation = useWithInvalidation();
  const remove = trpc.admin.deleteDuplicate.useMutation();
  const merge = trpc.admin.mergeDuplicates.useMutation();

  return {
    delete: ({ kind: type, sale_id: id }: AnySale) => withInvalidation(remove.mutateAsync({ type, id })),
    merge: (keep: number, removed: number[]) =>
      withInvalidation(merge.mutateAsync({ keep, remove: removed })),
  };
}
