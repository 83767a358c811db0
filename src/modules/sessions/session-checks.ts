import { LIMITS } from '../../contract/shared/limits.ts';
import type { Events } from '../../events/events.ts';
import { REPLACED_TOKEN_MS } from './sessions.service.ts';

/**
 * Requests the checks of live connections, which outlive the check of a call: those of an account when its sessions may have
 * ended or its role has changed, and again when a token that was replaced then ends; all of them when such an event may have been
 * missed, and at regular intervals, because sessions also expire. Returns a function that stops it.
 *
 * @param isConcerned false for accounts of which there is no connection here
 */
export function requestChecks(
  events: Pick<Events, 'on' | 'onGap'>,
  checkAccount: (userId: number) => void,
  checkAll: () => void,
  isConcerned: (userId: number) => boolean = () => true,
): () => void {
  const timers = new Set<NodeJS.Timeout>();
  const undo = [
    events.on('session.revoked', ({ user_id }) => {
      // Or each of many subscriptions would have a timer for the sign-ins of others.
      if (!isConcerned(user_id)) return;
      checkAccount(user_id);
      const timer = setTimeout(() => {
        timers.delete(timer);
        checkAccount(user_id);
      }, REPLACED_TOKEN_MS).unref();
      timers.add(timer);
    }),
    events.onGap(checkAll),
  ];
  const clock = setInterval(checkAll, LIMITS.live.recheckMs).unref();
  return () => {
    clearInterval(clock);
    for (const timer of timers) clearTimeout(timer);
    for (const step of undo) step();
  };
}
