import { addMs, HOUR_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query } from '../../db/query.ts';
import { sha256 } from '../../lib/crypto.ts';
import { conflict, invalidField } from '../../lib/errors.ts';
import { actorId } from '../actor.ts';
import type { RequestScope } from '../scope.ts';

/** What a key may be, in the terms of JSON Schema: printable characters of ASCII without spaces. */
export const IDEMPOTENCY_KEY = { minLength: 1, maxLength: 200, pattern: '^[!-~]+$' } as const;

const isKey = (key: string): boolean =>
  key.length <= IDEMPOTENCY_KEY.maxLength && new RegExp(IDEMPOTENCY_KEY.pattern).test(key);

const hashOf = (input: unknown) => sha256(JSON.stringify(input));

const expiredBefore = (now: Date) => addMs(now, -LIMITS.idempotencyKeyHours * HOUR_MS);

/**
 * The first response to a call with this key, for a day.
 *
 * @param input what the key identifies; reusing the key with another input is a conflict
 * @returns undefined for a call that was not answered before
 */
export async function firstAnswer<T extends object>(
  { em, actor, clock }: RequestScope,
  key: string | null,
  input: unknown,
): Promise<T | undefined> {
  const userId = actorId(actor);
  if (key === null || userId === null) return undefined;
  if (!isKey(key))
    throw invalidField(
      'Idempotency-Key',
      'Idempotency-Key must be 1 to 200 printable characters without spaces',
    );
  const [first] = await query(em)<{ input_hash: string; answer: T }>`
    select input_hash, answer from idempotency_key
    where user_id = ${userId} and key = ${key} and created_at >= ${expiredBefore(clock.now())}`;
  if (!first) return undefined;
  if (first.input_hash === hashOf(input)) return first.answer;
  throw conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was already used for another submission.');
}

/**
 * Runs the work once per account, key and day, in the caller's transaction; a repeated call returns the first response,
 * as `firstAnswer` does. Concurrent calls are serialized: the second insert waits for the transaction of the first.
 */
export async function withIdempotencyKey<T extends object>(
  scope: RequestScope,
  key: string | null,
  input: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const { em, actor, clock } = scope;
  const userId = actorId(actor);
  if (key === null || userId === null) return work();
  const now = clock.now();
  const claimed = await query(em)`
    insert into idempotency_key (user_id, key, input_hash, created_at)
    values (${userId}, ${key}, ${hashOf(input)}, ${now})
    on conflict (user_id, key) do update
      set input_hash = excluded.input_hash, answer = null, created_at = excluded.created_at
      where idempotency_key.created_at < ${expiredBefore(now)}
    returning key`;
  // A key that expires between the two statements is a new one.
  if (claimed.length === 0) return (await firstAnswer<T>(scope, key, input)) ?? work();
  const answer = await work();
  await query(em)`update idempotency_key set answer = ${JSON.stringify(answer)}::jsonb
    where user_id = ${userId} and key = ${key}`;
  return answer;
}
