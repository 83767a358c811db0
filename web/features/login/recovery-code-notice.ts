import { navigate } from 'wouter/use-browser-location';
import { SECURITY_PATH } from '../../lib/paths.ts';
import type { trpc } from '../../lib/server/trpc.ts';
import { showToast } from '../../ui/overlays/toast.tsx';

type Client = ReturnType<typeof trpc.useUtils>['client'];

const leftText = (left: number): string =>
  left === 0 ? ' None are left.' : left === 1 ? ' One is left.' : ` ${left} are left.`;

/** After a login with a recovery code: how many are left, and what to do when the app is lost. */
export async function showRecoveryCodeNotice(client: Client): Promise<void> {
  // Without a response, the rest is still true.
  const status = await client.twoFactor.status.query({}).catch(() => null);
  const left = status ? leftText(status.recoveryCodesLeft) : '';
  const remedy =
    status?.recoveryCodesLeft === 0
      ? 'Write to the contact in the Legal Notice.'
      : 'Disable 2FA with another code and set it up again.';
  const advice = status && !status.is2FAEnabled ? '' : ` Lost the app? ${remedy}`;
  showToast(`You used a recovery code.${left}${advice}`, {
    action: { label: 'Two-factor settings', onClick: () => navigate(SECURITY_PATH) },
    durationMs: null,
  });
}
