import { LIMITS } from '../../contract/shared/limits.ts';
import type { Events } from '../../events/events.ts';
import { REPLACED_TOKEN_MS } from './sessions.service.ts';

/**
 * Requests the checks of live connections, which outlive the check of a call: those of an account when its sessions may have
 * ended or its role has changed, and again when a token that was replaced then ends; all of them when such an event may have been
 * missed, and at regular intervals, because sessions also expire. Returns a function that stops it.
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
