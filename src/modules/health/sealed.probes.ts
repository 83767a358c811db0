import type { OwnedSealed, SecretBox } from '../../lib/secret-box.ts';
import { LOST, type SealedStores, type SecretBoxes, sealedKinds } from '../secrets/sealed.queries.ts';
import { type Finding, healthy, unhealthy } from './setup.probes.ts';

/** Whether everything can be decrypted; `secrets rotate` needs all of it. */
function sealedHealth(box: SecretBox, stored: readonly OwnedSealed[]): Finding {
  const undecryptable = stored.filter(({ owner, ...sealed }) => {
    try {
      box.open(sealed, owner);
      return false;
    } catch {
      return true;
    }
  });
  if (!undecryptable.length) return healthy(`${stored.length} stored, all can be decrypted`);
  return unhealthy(`${undecryptable.length} of ${stored.length} cannot be decrypted: ${LOST}`);
}

/** The state of what is stored encrypted, by what it is; it decrypts everything. */
export const sealedFindings = (
  boxes: SecretBoxes,
  stores: SealedStores,
): Promise<({ check: string } & Finding)[]> =>
  Promise.all(
    sealedKinds(boxes, stores).map(async ([what, box, store]) => ({
      check: `${what}s`,
      ...sealedHealth(box, await store.sealed([])),
    })),
  );
