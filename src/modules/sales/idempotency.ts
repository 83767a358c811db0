import { HOUR_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query } from '../../db/query.ts';
import { sha256 } from '../../lib/crypto.ts';
import { conflict, invalidInput } from '../../lib/errors.ts';
import { actorId } from '../actor.ts';
import type { RequestScope } from '../scope.ts';

/**
 * Runs the work once per account, key and day, in the caller's transaction; a repeated call returns the first response.
 * Concurrent calls are serialized: the second insert waits for the transaction of the first.
 *
 * @param input what the key identifies; reusing the key with another input is a conflict
 */
export async function withIdempotencyKey<T extends object>(
  scope: RequestScope,
  key: string | null,
  input: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const userId = actorId(scope.actor);
  if (key === null || userId === null) return work();
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalidInput([
      {
        field: 'Idempotency-Key',
        message: 'Idempotency-Key must be 1 to 200 printable characters without spaces',
      },
    ]);
  const { em, clock } = scope;
  const inputHash = sha256(JSON.stringify(input));
  const now = clock.now();
  const expiredBefore = new Date(now.getTime() - LIMITS.idempotencyKeyHours * HOUR_MS);
  const claimed = await query(em)`
    insert into idempotency_key (user_id, key, input_hash, created_at)
    values (${userId}, ${key}, ${inputHash}, ${now})
    on conflict (user_id, key) do update
      set input_hash = excluded.input_hash, answer = null, created_at = excluded.created_at
      where idempotency_key.created_at < ${expiredBefore}
    returning key`;
  if (claimed.length === 0) {
    const [first] = await query(em)<{ input_hash: string; answer: T }>`
      select input_hash, answer from idempotency_key where user_id = ${userId} and key = ${key}`;
    if (first && first.input_hash === inputHash) return first.answer;
    throw conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was already used for another submission.');
  }
  const answer = await work();
  await query(em)`update idempotency_key set answer = ${JSON.stringify(answer)}::jsonb
    where user_id = ${userId} and key = ${key}`;
  return answer;
}
