import { LIMITS } from '../../contract/shared/limits.ts';
import type { Events } from '../../events/events.ts';
import { REPLACED_TOKEN_MS } from './sessions.service.ts';

/**
 * Schedules re-checks of live connections. An account is checked when its sessions may have ended or its role changed, and
 * again when a replaced token expires. All are checked after missed events, and regularly because sessions expire. Returns a
 * function that stops it.
 *
 * @param isConcerned false for accounts without a connection here
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
      // Otherwise each of many subscriptions would start a timer whenever anyone signs in.
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
