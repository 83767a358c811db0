import {
  CODE_PATTERN,
  normaliseCode,
  RECOVERY_CODE_PATTERN,
} from '../../src/contract/accounts/two-factor.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';

/** What stands for the second factor: the authenticator's code, or one of those kept for when it is lost. */
export type CodeKind = 'code' | 'recovery';

/** The digits of what was typed or pasted, `123 456` included; those beyond a whole code are dropped. */
export const codeDigits = (typed: string): string =>
  typed.replace(/\D/g, '').slice(0, LIMITS.twoFactor.digits);

/** True when a code is whole, so that sending it makes sense. */
export const isComplete = (kind: CodeKind, code: string): boolean =>
  kind === 'code' ? CODE_PATTERN.test(code) : RECOVERY_CODE_PATTERN.test(normaliseCode(code));
