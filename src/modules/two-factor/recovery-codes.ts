import type { EntityManager } from '@mikro-orm/postgresql';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { normaliseCode } from '../../contract/accounts/two-factor.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query } from '../../db/query.ts';
import { sha256 } from '../../lib/crypto.ts';
import { newRecoveryCode } from './totp.ts';
import { RecoveryCode } from './two-factor.entity.ts';

/** A few milliseconds, because the codes are random and the checks run in transactions. */
const PARAMETERS = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 4_096,
  timeCost: 1,
  parallelism: 1,
};

/** Of the 150 bits of a code, its id in the database reveals 20. */
const ID_DIGITS = 5;

const idOf = (digest: string): string => digest.slice(0, ID_DIGITS);

/** Replaces the recovery codes of an account, in the caller's transaction. Returns them; they cannot be read again. */
export async function issueRecoveryCodes(em: EntityManager, userId: number): Promise<string[]> {
  const codes = Array.from({ length: LIMITS.twoFactor.recoveryCodes }, newRecoveryCode);
  await em.nativeDelete(RecoveryCode, { account: userId });
  await em.insertMany(
    RecoveryCode,
    await Promise.all(
      codes.map(async (plain) => {
        const digest = sha256(normaliseCode(plain));
        return { account: userId, codeId: idOf(digest), codeHash: await hash(digest, PARAMETERS) };
      }),
    ),
  );
  return codes;
}

/** The account's recovery code, used or not. Its id identifies it, so usually one hash is checked, or none. */
export async function findRecoveryCode(
  em: EntityManager,
  userId: number,
  code: string,
): Promise<RecoveryCode | null> {
  const digest = sha256(code);
  const candidates = await em.find(
    RecoveryCode,
    { account: userId, codeId: idOf(digest) },
    { refresh: true },
  );
  for (const candidate of candidates) if (await verify(candidate.codeHash, digest)) return candidate;
  return null;
}

/**
 * Hashes the codes that an earlier version stored as a fast hash, at the start of the product. They stay valid: the slow
 * hash is that of the fast one. @returns their number
 */
export async function slowEarlierHashes(em: EntityManager): Promise<number> {
  const rows = await query(em)<{ user_id: number; code_hash: string }>`
    select user_id, code_hash from recovery_code where code_hash not like '$argon2id$%'`;
  for (const { user_id, code_hash } of rows)
    await query(em)`update recovery_code set code_hash = ${await hash(code_hash, PARAMETERS)}
      where user_id = ${user_id} and code_hash = ${code_hash}`;
  return rows.length;
}
