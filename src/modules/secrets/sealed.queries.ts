import { counted } from '../../contract/shared/plural.ts';
import type { OwnedSealed, SecretBox } from '../../lib/secret-box.ts';

/** What stores secrets encrypted with `APP_SECRET`. */
interface SealedStore {
  /** The encrypted secrets, except those of some keys. */
  sealed(exceptKeys: readonly string[]): Promise<OwnedSealed[]>;
  /**
   * Re-encrypts the secrets of former keys with the current one. Joins the caller's transaction, if there is one.
   *
   * @returns their number
   * @throws Error when no known secret decrypts one of them
   */
  reseal(): Promise<number>;
}

export type SecretBoxes = Record<'secretBox' | 'webhookBox' | 'settingBox', SecretBox>;
export type SealedStores = Record<'twoFactor' | 'notices' | 'settings', SealedStore>;

/** All that is stored encrypted. */
export const sealedKinds = (
  { secretBox, webhookBox, settingBox }: SecretBoxes,
  { twoFactor, notices, settings }: SealedStores,
): [what: string, box: SecretBox, store: SealedStore][] => [
  ['second factor', secretBox, twoFactor],
  ['webhook', webhookBox, notices],
  ['secret setting', settingBox, settings],
];

/** What to do about secrets that cannot be decrypted. */
export const LOST =
  'put the secret that encrypted them back into APP_SECRET or DATA_DIR/secret, or into APP_SECRETS_OLD and run: npm run cli -- secrets rotate';

/** What is encrypted with a key that no secret has, a sentence for each kind. It reads nothing else, however much is stored. */
export async function lostSecrets(boxes: SecretBoxes, stores: SealedStores): Promise<string[]> {
  const all = sealedKinds(boxes, stores).map(async ([what, box, store]) => {
    const lost = (await store.sealed(box.keyIds)).length;
    return lost > 0 ? [`${counted(lost, `stored ${what}`)} cannot be decrypted: ${LOST}`] : [];
  });
  return (await Promise.all(all)).flat();
}
