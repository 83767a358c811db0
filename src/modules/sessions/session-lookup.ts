import { hasRole } from '../../contract/accounts/roles.ts';
import { sha256 } from '../../lib/crypto.ts';
import { DomainError } from '../../lib/errors.ts';
import { type AccountActor, VISITOR, viewerOf } from '../actor.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import type { RequestScope } from '../scope.ts';
import { SessionsService } from './sessions.service.ts';

interface Deps extends Omit<RequestScope, 'actor'> {
  calls: CallLimits;
}

/**
 * The actor of a token that a client sent. Tokens without a session are counted by address before the lookup.
 *
 * @param isUse false for an open socket without a call, which must not keep the session alive
 * @throws DomainError unauthenticated as `SessionsService.resolve`; rate_limited after too many tokens without a session.
 */
export async function sessionActor(deps: Deps, token: string, isUse = true): Promise<AccountActor> {
  const { calls, origin } = deps;
  const session = sha256(token);
  const counted = await calls.lookUp(session, origin.ip);
  try {
    const actor = await new SessionsService({ ...deps, actor: VISITOR }).resolve(token, isUse);
    const isStaff = hasRole(viewerOf(actor), 'checker');
    await calls.found(session, origin.ip, { userId: actor.user_id, isStaff }, counted);
    return actor;
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'unauthenticated') calls.ended(session);
    // Whether the token has a session is unknown, such as while the database is unavailable.
    else if (counted) await calls.uncountLookUp(origin.ip);
    throw error;
  }
}
