import { LockMode } from '@mikro-orm/postgresql';
import { isCode, normaliseCode, RECOVERY_CODE_PATTERN } from '../../contract/accounts/two-factor.ts';
import { addMs, daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { RequestScope } from '../scope.ts';
import { findRecoveryCode } from './recovery-codes.ts';
import { timeStepOf } from './totp.ts';
import { TwoFactor } from './two-factor.entity.ts';

const { blockAfter, blockSeconds, longBlockAfter, longBlockSeconds, triesPerDay } = LIMITS.wrongCodes;

/**
 * The result of checking a code. A refusal is a value, not an error, so that the transaction that counted it can
 * commit.
 */
export type CodeOutcome =
  | { accepted: true; by: 'code' | 'recovery code' }
  | { accepted: false; refusal: CodeRefusal };

export interface CodeRefusal {
  /**
   * `blocked`: not checked. `malformed`: in neither form of a code; not counted, as it guesses none. `wrong`: counted as a
   * failure. `used` and `spent`: a correct code of the authenticator or a recovery code that was used before; not counted,
   * as it proves that its owner has it.
   */
  reason: 'malformed' | 'wrong' | 'used' | 'spent' | 'blocked';
  /** Seconds until the next attempt is allowed; null when it is allowed at once. */
  waitSeconds: number | null;
}

const refused = (reason: CodeRefusal['reason'], waitSeconds: number | null = null): CodeOutcome => ({
  accepted: false,
  refusal: { reason, waitSeconds },
});

const secondsUntil = (later: Date, now: Date): number => Math.ceil((later.getTime() - now.getTime()) / 1000);

const tomorrow = (now: Date): Date => new Date(daysBefore(todayUtc(now), -1));

const triesOn = (factor: TwoFactor, day: string): number => (factor.triesDay === day ? factor.triesToday : 0);

/** Seconds until codes are checked again, or null (docs/security.md "Decided"). All uses of codes share one budget. */
export function blockedFor(factor: TwoFactor, now: Date): number | null {
  if (factor.blockedUntil && factor.blockedUntil > now) return secondsUntil(factor.blockedUntil, now);
  return triesOn(factor, todayUtc(now)) >= triesPerDay ? secondsUntil(tomorrow(now), now) : null;
}

/** Counts a wrong code. Returns the resulting block in seconds, or null. */
function countFailure(factor: TwoFactor, now: Date): number | null {
  const day = todayUtc(now);
  factor.triesToday = triesOn(factor, day) + 1;
  factor.triesDay = day;
  factor.failedInRow += 1;
  const long = factor.failedInRow % longBlockAfter === 0;
  if (!long && factor.failedInRow % blockAfter !== 0) return null;
  const seconds = long ? longBlockSeconds : blockSeconds;
  factor.blockedUntil = addMs(now, seconds * 1000);
  return seconds;
}

/**
 * Checks a code against an account's second factor, in the caller's transaction and with the factor's row locked, so
 * that parallel attempts are all counted and a time step is accepted only once.
 *
 * @param secretOf decrypts the factor's secret
 * @param during `setup` accepts only the code of an app that is not confirmed yet; otherwise such an app does not count
 */
export async function tryCode(
  scope: RequestScope,
  userId: number,
  typed: string,
  secretOf: (factor: TwoFactor) => string,
  during: 'setup' | 'use',
): Promise<CodeOutcome> {
  if (!isCode(typed)) return refused('malformed');
  const { em, clock } = scope;
  const now = clock.now();
  const code = normaliseCode(typed);
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const factor = await em.findOneOrFail(TwoFactor, { account: userId }, lock);

  const blocked = blockedFor(factor, now);
  if (blocked !== null) return refused('blocked', blocked);

  const recovers = during === 'use' && RECOVERY_CODE_PATTERN.test(code);
  const hasApp = factor.secret !== null && (during === 'setup') === (factor.enabledAt === null);
  const step = recovers || !hasApp ? null : await timeStepOf(secretOf(factor), code, now);
  if (step !== null && step <= factor.lastStep) return refused('used');

  const recovery = recovers ? await findRecoveryCode(em, userId, code) : null;
  if (recovery?.usedAt) return refused('spent');
  if (recovery || step !== null) {
    factor.failedInRow = 0;
    if (recovery) recovery.usedAt = now;
    if (step !== null) factor.lastStep = step;
    await em.flush();
    return { accepted: true, by: recovery ? 'recovery code' : 'code' };
  }
  const waitSeconds = countFailure(factor, now);
  await em.flush();
  return refused('wrong', waitSeconds);
}
