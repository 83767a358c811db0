import type { AnySale } from '../../../../src/contract/sale.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useTelling } from '../data/use-entry-actions.ts';

/** What an admin can do about duplicates. Each throws what the server refused; the lists follow whatever came of it. */
export function useDuplicateActs() {
  const telling = useTelling();
  const remove = trpc.admin.deleteDuplicate.useMutation();
  const merge = trpc.admin.mergeDuplicates.useMutation();

  return {
    delete: ({ kind: type, sale_id: id }: AnySale) => telling(remove.mutateAsync({ type, id })),
    merge: (keep: number, removed: number[]) => telling(merge.mutateAsync({ keep, remove: removed })),
  };
}
