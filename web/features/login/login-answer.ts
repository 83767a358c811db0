import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import type { StoredSession } from '../../lib/server/session-store.ts';
import type { Answers } from '../../lib/server/trpc.ts';

/** The second factors of the account. */
export type Factors = NonNullable<Extract<Answers['auth']['login'], { requires2FA: true }>['factors']>;

export const APP_ONLY: Factors = { app: true, passkeys: 0 };

/** What follows the first step. */
export type NextStep =
  | { to: 'session'; session: StoredSession }
  | { to: 'code'; pendingToken: string; factors: Factors }
  | { to: 'nowhere'; error: string };

/** Reads the response to a login; null when it lacks what the next step needs. */
export function nextStep(answer: Answers['auth']['login']): NextStep {
  if ('requires2FA' in answer)
    return answer.pendingToken
      ? { to: 'code', pendingToken: answer.pendingToken, factors: answer.factors ?? APP_ONLY }
      : { to: 'nowhere', error: MESSAGES.noPendingTokenReceived };
  return answer.token && answer.user
    ? { to: 'session', session: answer }
    : { to: 'nowhere', error: MESSAGES.invalidServerResponse };
}
