import type { Role, Viewer } from '../contract/roles.ts';

/** Who acts: nobody known, a signed-in account, or the system (an operator at the command line, a job). */
export type Actor =
  | { type: 'visitor' }
  | { type: 'account'; user_id: number; username: string; role: Role; sessionHash: string }
  | { type: 'system'; name: string };

export const VISITOR: Actor = { type: 'visitor' };

/** The actor as the policies see it: the system sees what an admin sees. */
export function viewerOf(actor: Actor): Viewer {
  if (actor.type === 'visitor') return null;
  // No account has the id 0, so nothing counts as the system's own.
  if (actor.type === 'system') return { user_id: 0, role: 'admin' };
  return { user_id: actor.user_id, role: actor.role };
}

export const actorId = (actor: Actor): number | null => (actor.type === 'account' ? actor.user_id : null);

export function actorName(actor: Actor): string | null {
  if (actor.type === 'account') return actor.username;
  return actor.type === 'system' ? actor.name : null;
}
