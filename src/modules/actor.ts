import type { Role, Viewer } from '../contract/accounts/roles.ts';
import { MESSAGES } from '../contract/shared/messages.ts';
import { DomainError, unauthenticated } from '../lib/errors.ts';

/** The session of a call, and the token that the call carries: confirmations replace the token. */
export interface ActorSession {
  id: string;
  tokenHash: string;
}

/** A signed-in account, or one that a job works for. */
export interface AccountActor {
  type: 'account';
  user_id: number;
  username: string;
  role: Role;
  /** The role of the account, when it lacks the second factor that this role requires. */
  withheldRole?: Role;
  /** Null for work that a job does for the account. */
  session: ActorSession | null;
}

/** Who performs an action: a visitor, a signed-in account, or the system (an operator at the command line, a job). */
export type Actor = { type: 'visitor' } | AccountActor | { type: 'system'; name: string };

export const VISITOR: Actor = { type: 'visitor' };

/** The actor as the policies see it: the system sees what an admin sees. */
export function viewerOf(actor: Actor): Viewer {
  if (actor.type === 'visitor') return null;
  // No account has the id 0, so the system owns nothing.
  if (actor.type === 'system') return { user_id: 0, role: 'admin' };
  return { user_id: actor.user_id, role: actor.role };
}

export const actorId = (actor: Actor): number | null => (actor.type === 'account' ? actor.user_id : null);

export function actorName(actor: Actor): string | null {
  if (actor.type === 'account') return actor.username;
  return actor.type === 'system' ? actor.name : null;
}

export const signInRequired = () => unauthenticated('SIGN_IN_REQUIRED', 'Please log in first.');

/** The signed-in account. @throws DomainError unauthenticated for a visitor or the system. */
export function signedIn(actor: Actor): AccountActor {
  if (actor.type === 'account') return actor;
  throw signInRequired();
}

export const deadSession = () => unauthenticated('SESSION_ENDED', MESSAGES.sessionEnded);

/** The session of the signed-in account. @throws DomainError unauthenticated for calls without one. */
export function ownSession(actor: Actor): ActorSession {
  const { session } = signedIn(actor);
  if (!session) throw deadSession();
  return session;
}

export const secondFactorRequired = () =>
  new DomainError(
    'forbidden',
    'SECOND_FACTOR_REQUIRED',
    'Your role requires a second factor. Set one up in the security settings of your account.',
  );
