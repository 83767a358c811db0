import { LIMITS } from '../../contract/shared/limits.ts';
import type { Events } from '../../events/events.ts';
import { REPLACED_TOKEN_MS } from '../../modules/sessions/sessions.service.ts';

/**
 * Requests the checks of open sockets: those of an account when its sessions may have ended, and again when a token that was
 * replaced then ends; all of them at regular intervals, because sessions also expire. Returns a function that stops it.
 */
export function requestChecks(
  events: Pick<Events, 'on' | 'onGap'>,
  checkAccount: (userId: number) => void,
  checkAll: () => void,
): () => void {
  const undo = [
    events.on('session.revoked', ({ user_id }) => {
      checkAccount(user_id);
      setTimeout(() => checkAccount(user_id), REPLACED_TOKEN_MS).unref();
    }),
    events.onGap(checkAll),
  ];
  const clock = setInterval(checkAll, LIMITS.live.recheckMs).unref();
  return () => {
    clearInterval(clock);
    for (const step of undo) step();
  };
}
