import { SettingsService } from '@simplewebauthn/server';
import { expect, it, vi } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { addPasskey, type Deviation, TestAuthenticator } from '../accounts/authenticator.ts';
import { makeAccount, openSession } from '../accounts/factories.ts';
import { callerFor } from '../clients/callers.ts';
import { testServer } from '../run/server.ts';

const SITE = { origin: 'https://dex.example', domain: 'dex.example' };
const server = testServer({ PUBLIC_URL: SITE.origin });
const local = testServer();

const REFUSED = { code: 'UNAUTHORIZED', message: 'This passkey was not accepted. Please try again.' };
const INVALID = { code: 'BAD_REQUEST', message: 'This passkey was not accepted. Please try again.' };

const options = () => callerFor(local).passkeys.signInOptions({});
const signIn = (credential: ReturnType<TestAuthenticator['get']>, to = local) =>
  callerFor(to).passkeys.signIn({ credential });

async function ownerOfPasskey(key = new TestAuthenticator()) {
  const account = await makeAccount(local);
  return { user: account.user, ...(await addPasskey(local, account, key)) };
}

it('a replayed response signs in once, also when sent ten times at once', async () => {
  // Without a signature counter, only the challenge reveals a replay.
  const { key, user } = await ownerOfPasskey(new TestAuthenticator(false));
  const response = key.get(await options());
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => signIn(response)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(signIn(response)).rejects.toMatchObject(REFUSED);
  const [row] = await local.sql(
    `select count(*)::int as sessions from audit_event where action = 'sign-in' and actor_id = ?`,
    [user.user_id],
  );
  expect(row).toEqual({ sessions: 1 });
});

it('a challenge is used up by a refused response', async () => {
  const { key } = await ownerOfPasskey();
  const asked = await options();
  await expect(signIn(key.get(asked, { verifiesUser: false }))).rejects.toMatchObject(REFUSED);
  await expect(signIn(key.get(asked))).rejects.toMatchObject(REFUSED);
});

it('an expired challenge, or a forged one, is refused', async () => {
  const { key } = await ownerOfPasskey();
  const asked = await options();
  local.clock.advance(LIMITS.passkeys.challengeMinutes * 60_000);
  await expect(signIn(key.get(asked))).rejects.toMatchObject(REFUSED);
  for (const challenge of ['', 'AAAA', Buffer.alloc(54, 7).toString('base64url')])
    await expect(signIn(key.get({ challenge }))).rejects.toMatchObject(REFUSED);
});

it('a challenge starts with 128 random bits, so it cannot be foreseen', async () => {
  const count = 50;
  const starts = await Promise.all(
    Array.from({ length: count }, async () => Buffer.from((await options()).challenge, 'base64url')),
  );
  expect(new Set(starts.map((bytes) => bytes.toString('hex', 0, 16))).size).toBe(count);
  for (let at = 0; at < 16; at += 1)
    expect(new Set(starts.map((bytes) => bytes[at])).size).toBeGreaterThan(count / 4);
});

it('a challenge is bound to its purpose and to its session', async () => {
  const { key, token, user } = await ownerOfPasskey();
  const own = callerFor(local, token).passkeys;
  const elsewhere = callerFor(local, await openSession(local, user)).passkeys;
  await expect(signIn(key.get(await own.confirmOptions({})))).rejects.toMatchObject(REFUSED);
  await expect(own.confirm({ credential: key.get(await options()) })).rejects.toMatchObject(INVALID);
  const asked = await elsewhere.confirmOptions({});
  await expect(own.confirm({ credential: key.get(asked) })).rejects.toMatchObject(INVALID);
  const created = new TestAuthenticator().create(await elsewhere.creationOptions({}));
  await expect(own.add({ credential: created })).rejects.toMatchObject(INVALID);
});

it('the passkey of another account confirms nothing, and cannot be renamed, removed or added again', async () => {
  const owner = await ownerOfPasskey();
  const thief = await ownerOfPasskey();
  const { passkeys } = callerFor(local, owner.token);
  local.clock.advance(LIMITS.confirmationMinutes * 60_000);
  const credential = thief.key.get(await passkeys.confirmOptions({}));
  await expect(passkeys.confirm({ credential })).rejects.toMatchObject(INVALID);
  await expect(passkeys.creationOptions({})).rejects.toMatchObject({ code: 'PRECONDITION_REQUIRED' });

  const own = callerFor(local, await openSession(local, owner.user)).passkeys;
  await expect(own.rename({ id: thief.id, name: 'mine' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(own.remove({ id: thief.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const again = thief.key.create(await own.creationOptions({}));
  await expect(own.add({ credential: again })).rejects.toMatchObject(INVALID);
});

it('a passkey belongs to one of two accounts that add it at once', async () => {
  const key = new TestAuthenticator();
  const add = async () => {
    const { passkeys } = callerFor(local, (await makeAccount(local)).token);
    const credential = key.create(await passkeys.creationOptions({}));
    return () => passkeys.add({ credential });
  };
  const [one, other] = [await add(), await add()];
  const results = await Promise.allSettled([one(), other()]);
  expect(results.flatMap((result) => (result.status === 'rejected' ? result.reason : []))).toMatchObject([
    INVALID,
  ]);
});

it.each(['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'tpm'])(
  'certificates of an attestation (%s) are not verified: the library requests addresses that they name',
  async (format) => {
    const { token } = await makeAccount(local);
    const { passkeys } = callerFor(local, token);
    const credential = new TestAuthenticator().create(await passkeys.creationOptions({}), { format });
    const verification = vi.spyOn(SettingsService, 'getRootCertificates');
    await expect(passkeys.add({ credential })).rejects.toMatchObject(INVALID);
    expect(verification).not.toHaveBeenCalled();
  },
);

it('a response signed by another key is refused', async () => {
  const { key } = await ownerOfPasskey();
  const forged = { ...new TestAuthenticator().get(await options()), id: key.id };
  await expect(signIn(forged)).rejects.toMatchObject(REFUSED);
});

it('a cloned authenticator, whose count of uses does not increase, is refused', async () => {
  const { key } = await ownerOfPasskey();
  await signIn(key.get(await options(), { counter: 40 }));
  await expect(signIn(key.get(await options(), { counter: 40 }))).rejects.toMatchObject(REFUSED);
  await expect(signIn(key.get(await options(), { counter: 39 }))).rejects.toMatchObject(REFUSED);
  await signIn(key.get(await options(), { counter: 41 }));
});

it.each<[what: string, Deviation]>([
  ['a page of another site', { origin: 'https://dex.example.evil.example' }],
  ['a page of a subdomain', { origin: 'https://www.dex.example' }],
  ['a page without https', { origin: 'http://dex.example' }],
  ['another port', { origin: 'https://dex.example:8443' }],
  ['localhost', { origin: 'http://localhost:3000' }],
  ['a passkey of another domain', { domain: 'evil.example' }],
  ['an authenticator that did not verify its user', { verifiesUser: false }],
])('a response from %s neither adds a passkey nor signs in', async (_what, deviation) => {
  const { user } = await makeAccount(server);
  const { passkeys } = callerFor(server, await openSession(server, user));
  const wrong = { ...SITE, ...deviation };
  const key = new TestAuthenticator();
  const refused = key.create(await passkeys.creationOptions({}), wrong);
  await expect(passkeys.add({ credential: refused })).rejects.toMatchObject(INVALID);

  await passkeys.add({ credential: key.create(await passkeys.creationOptions({}), SITE) });
  const asked = () => callerFor(server).passkeys.signInOptions({});
  await expect(signIn(key.get(await asked(), wrong), server)).rejects.toMatchObject(REFUSED);
  expect(await signIn(key.get(await asked(), SITE), server)).toMatchObject({
    user: { username: user.username },
  });
});

it('a stolen session cannot add a passkey', async () => {
  const { user, token } = await makeAccount(local);
  const { passkeys } = callerFor(local, token);
  const asked = await passkeys.creationOptions({});
  local.clock.advance(LIMITS.confirmationMinutes * 60_000 - 1);
  const credential = new TestAuthenticator().create(asked);
  local.clock.advance(1);
  await expect(passkeys.add({ credential })).rejects.toMatchObject({ code: 'PRECONDITION_REQUIRED' });
  expect(await local.sql('select 1 from passkey where user_id = ?', [user.user_id])).toEqual([]);
});
