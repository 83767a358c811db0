import type { OwnedSealed, SecretBox } from '../../lib/secret-box.ts';
import { type Finding, healthy, unhealthy } from './setup.probes.ts';

interface Keeper {
  sealed(): Promise<OwnedSealed[]>;
}

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
  return unhealthy(
    `${undecryptable.length} of ${stored.length} cannot be decrypted: put the secret that encrypted them back into APP_SECRET or DATA_DIR/secret, or into APP_SECRETS_OLD and run: npm run cli -- secrets rotate`,
  );
}

/** The state of what is stored encrypted, by what it is. */
export async function sealedFindings(
  boxes: Record<'secretBox' | 'webhookBox' | 'settingBox', SecretBox>,
  { twoFactor, notices, settings }: Record<'twoFactor' | 'notices' | 'settings', Keeper>,
): Promise<({ check: string } & Finding)[]> {
  return [
    { check: 'second factors', ...sealedHealth(boxes.secretBox, await twoFactor.sealed()) },
    { check: 'webhooks', ...sealedHealth(boxes.webhookBox, await notices.sealed()) },
    { check: 'secret settings', ...sealedHealth(boxes.settingBox, await settings.sealed()) },
  ];
}
