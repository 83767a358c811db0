import type { EntityManager } from '@mikro-orm/postgresql';
import { normaliseCode } from '../../contract/accounts/two-factor.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { sha256 } from '../../lib/crypto.ts';
import { newRecoveryCode } from './totp.ts';
import { RecoveryCode } from './two-factor.entity.ts';

/** Replaces the recovery codes of an account, in the caller's transaction. Returns them; they cannot be read again. */
export async function issueRecoveryCodes(em: EntityManager, userId: number): Promise<string[]> {
  const codes = Array.from({ length: LIMITS.twoFactor.recoveryCodes }, newRecoveryCode);
  await em.nativeDelete(RecoveryCode, { account: userId });
  await em.insertMany(
    RecoveryCode,
    codes.map((plain) => ({ account: userId, codeHash: sha256(normaliseCode(plain)) })),
  );
  return codes;
}
