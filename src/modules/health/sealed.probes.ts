import { counted } from '../../contract/shared/plural.ts';
import type { OwnedSealed, SecretBox } from '../../lib/secret-box.ts';
import { type Finding, healthy, unhealthy } from './setup.probes.ts';

interface Keeper {
  sealed(exceptKeys?: readonly string[]): Promise<OwnedSealed[]>;
}

const LOST =
  'put the secret that encrypted them back into APP_SECRET or DATA_DIR/secret, or into APP_SECRETS_OLD and run: npm run cli -- secrets rotate';

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

type Boxes = Record<'secretBox' | 'webhookBox' | 'settingBox', SecretBox>;
type Keepers = Record<'twoFactor' | 'notices' | 'settings', Keeper>;

const kept = (
  { secretBox, webhookBox, settingBox }: Boxes,
  { twoFactor, notices, settings }: Keepers,
): [what: string, box: SecretBox, keeper: Keeper][] => [
  ['second factor', secretBox, twoFactor],
  ['webhook', webhookBox, notices],
  ['secret setting', settingBox, settings],
];

/** The state of what is stored encrypted, by what it is; it decrypts everything. */
export const sealedFindings = (boxes: Boxes, keepers: Keepers): Promise<({ check: string } & Finding)[]> =>
  Promise.all(
    kept(boxes, keepers).map(async ([what, box, keeper]) => ({
      check: `${what}s`,
      ...sealedHealth(box, await keeper.sealed()),
    })),
  );

/** What is encrypted with a key that no secret has, a sentence for each kind. It reads nothing else, however much is stored. */
export async function lostSecrets(boxes: Boxes, keepers: Keepers): Promise<string[]> {
  const all = kept(boxes, keepers).map(async ([what, box, keeper]) => {
    const lost = (await keeper.sealed(box.keyIds)).length;
    return lost > 0 ? [`${counted(lost, `stored ${what}`)} cannot be decrypted: ${LOST}`] : [];
  });
  return (await Promise.all(all)).flat();
}
