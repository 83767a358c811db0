import { useKeys } from '../../../ui/use-keys.ts';
import { useKeysOn } from './keys-setting.ts';
import type { Reviewing } from './use-open-sale.ts';

/** The keys that act on the sale that is open: a, r, e. */
export function useSaleKeys(review: Reviewing | null, inDialog: number): void {
  const on = useKeysOn();
  const looking = on && review?.mode === 'look' ? review : null;
  useKeys(
    {
      a: looking?.undecided ? () => void looking.decide('approved') : undefined,
      r: looking?.undecided ? () => looking.setMode('reject') : undefined,
      e: looking?.mayEdit ? () => looking.setMode('edit') : undefined,
    },
    inDialog,
  );
}
