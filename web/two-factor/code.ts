import {
  CODE_PATTERN,
  normaliseCode,
  RECOVERY_CODE_PATTERN,
} from '../../src/contract/accounts/two-factor.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';

/** The proof of the second factor: a code of the authenticator app, or a recovery code. */
export type CodeKind = 'code' | 'recovery';

/** The digits of the typed or pasted text, such as `123 456`; digits beyond a complete code are dropped. */
export const codeDigits = (typed: string): string =>
  typed.replace(/\D/g, '').slice(0, LIMITS.twoFactor.digits);

/** True when a code is complete and can be sent. */
export const isComplete = (kind: CodeKind, code: string): boolean =>
  kind === 'code' ? CODE_PATTERN.test(code) : RECOVERY_CODE_PATTERN.test(normaliseCode(code));
