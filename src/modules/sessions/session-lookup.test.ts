import { expect, it, vi } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeAccount } from '../../testing/accounts/factories.ts';
import { ORIGIN, testServer } from '../../testing/run/server.ts';
import { CallLimits } from '../limits/call-limits.ts';
import { sessionActor } from './session-lookup.ts';
import { SessionsService } from './sessions.service.ts';

const server = testServer();

it('lookups that the database did not answer do not count as tokens without a session', async () => {
  const { token, user } = await makeAccount(server);
  const calls = new CallLimits({ rateLimitFactor: 1, databasePool: 10 });
  const lookUp = (sent: string) => sessionActor({ ...server.scope(), calls }, sent);
  const resolve = vi.spyOn(SessionsService.prototype, 'resolve').mockRejectedValue(new Error('ECONNREFUSED'));
  for (let i = 0; i < LIMITS.unknownTokens + 5; i += 1)
    await expect(lookUp(token)).rejects.toThrow('ECONNREFUSED');
  resolve.mockRestore();
  await expect(lookUp(token)).resolves.toMatchObject({ user_id: user.user_id });

  for (let i = 0; i < LIMITS.unknownTokens; i += 1)
    await expect(lookUp(`guess ${i}`)).rejects.toMatchObject({ kind: 'unauthenticated' });
  await expect(lookUp('guess')).rejects.toMatchObject({ kind: 'rate_limited' });
  expect(calls.refusedLately('guess', ORIGIN.ip)).not.toBeNull();
});
