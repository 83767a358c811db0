import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { sha256 } from '../../lib/crypto.ts';
import { askToConfirm, newestAddressToken, unconfirm } from '../../testing/accounts/address-links.ts';
import { addPasskey } from '../../testing/accounts/authenticator.ts';
import {
  itemSubmission,
  makeAccount,
  PASSWORD,
  suspend,
  type TestAccount,
} from '../../testing/accounts/factories.ts';
import { askForReset } from '../../testing/accounts/reset.ts';
import { isAlive, login } from '../../testing/accounts/sign-in.ts';
import { enrol } from '../../testing/accounts/totp.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

/** Nothing sends mail here: the tests take the tokens from the rows. */
const server = testServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
const withoutMail = testServer();
const HOUR_MS = 3_600_000;

let red: TestAccount;
beforeEach(async () => {
  red = await makeAccount(server);
});

let newcomers = 0;
async function register(email?: string, on = server) {
  newcomers += 1;
  const username = `newcomer_${newcomers}`;
  const body = { username, email: email ?? `${username}@example.org`, password: PASSWORD };
  return call(on, 'POST', '/auth/register', { body });
}
const address = async (token: string) => (await call(server, 'GET', '/email/address', { token })).body;
const submit = (token: string, on = server) =>
  call(on, 'POST', '/items/submit', { token, body: itemSubmission() });
const use = (token: string) => call(server, 'POST', '/email/use-address-link', { body: { token } });
const validate = async (token: string) =>
  (await call(server, 'GET', `/email/validate-address-link/${encodeURIComponent(token)}`)).body;
const change = (email: string, { token } = red) =>
  call(server, 'POST', '/email/change-address', { token, body: { email } });

const REFUSED = { status: 400, body: { error: MESSAGES.addressLinkInvalid } };
const NOT_YET = { status: 409, body: { error: MESSAGES.addressUnconfirmed, code: 'CONFLICT' } };

describe('a new account', () => {
  it('may submit when its address is confirmed', async () => {
    const { token, user } = (await register()).body;
    expect(await address(token)).toEqual({
      email: user.email,
      confirmed: false,
      required: true,
      pending: null,
    });
    expect(await submit(token)).toMatchObject(NOT_YET);
    const link = await newestAddressToken(server);
    expect(await validate(link)).toEqual({
      valid: true,
      purpose: 'confirm',
      username: user.username,
      email: user.email,
    });
    expect((await use(link)).status).toBe(200);
    expect(await address(token)).toMatchObject({ confirmed: true });
    expect((await submit(token)).status).toBe(200);
  });

  it('may submit at once when the setting is off, or without a mail server', async () => {
    const { settings } = server.services();
    await settings.set('verify_email', 'false');
    const { token } = (await register()).body;
    expect((await submit(token)).status).toBe(200);
    await settings.set('verify_email', 'true');
    expect(await submit(token)).toMatchObject(NOT_YET);

    const other = (await register(undefined, withoutMail)).body;
    expect((await submit(other.token, withoutMail)).status).toBe(200);
  });

  it('signs in with its username only, until the address is confirmed', async () => {
    const { user } = (await register()).body;
    expect((await login(server, user.username)).status).toBe(200);
    expect((await login(server, user.email)).status).toBe(401);
    await use(await newestAddressToken(server));
    expect((await login(server, user.email)).status).toBe(200);
  });

  it('cannot confirm an address that another account has confirmed', async () => {
    const first = (await register('shared@example.org')).body;
    const firstLink = await newestAddressToken(server);
    const second = (await register('Shared@example.org')).body;
    const secondLink = await newestAddressToken(server);
    expect((await use(secondLink)).status).toBe(200);
    expect(await use(firstLink)).toMatchObject({ status: 409 });
    expect([await address(first.token), await address(second.token)]).toMatchObject([
      { confirmed: false },
      { confirmed: true },
    ]);
  });
});

describe('a link', () => {
  it('has a token of 256 bits of which only a hash is stored', async () => {
    const token = await askToConfirm(server, red);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row] = await server.sql('select * from address_link where token_hash = ?', [sha256(token)]);
    expect(row).toMatchObject({ user_id: red.user.user_id, used_at: null });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('works once, also when it is used ten times concurrently', async () => {
    const token = await askToConfirm(server, red);
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => use(token)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await validate(token)).toEqual({ valid: false, error: MESSAGES.addressLinkInvalid });
    expect(await use(token)).toMatchObject(REFUSED);
  });

  it('expires after a day', async () => {
    const token = await askToConfirm(server, red);
    server.clock.advance(LIMITS.addressLink.confirmHours * HOUR_MS - 1);
    expect(await validate(token)).toMatchObject({ valid: true });
    server.clock.advance(1);
    expect(await use(token)).toMatchObject(REFUSED);
  });

  it('is replaced by the next one, and dies with a suspension', async () => {
    const older = await askToConfirm(server, red);
    const newer = await askToConfirm(server, red);
    expect(await use(older)).toMatchObject(REFUSED);
    await suspend(server, red);
    expect(await use(newer)).toMatchObject(REFUSED);
  });

  describe('that is not mailed, because the address got enough of them', () => {
    const { mailsPerDay } = LIMITS.addressLink;
    const ask = () => call(server, 'POST', '/email/resend-confirmation', { token: red.token });
    const NOT_SENT = {
      status: 429,
      body: {
        error:
          'An email address gets at most 5 of these emails a day, so we did not send another. A link that you already have is still valid.',
      },
    };
    async function askForAll() {
      await unconfirm(server, red);
      for (let asked = 1; asked < mailsPerDay; asked += 1) expect((await ask()).status).toBe(200);
    }

    it('replaces none, and the answer says so', async () => {
      await askForAll();
      const last = await newestAddressToken(server);
      const refused = await ask();
      expect(refused).toMatchObject(NOT_SENT);
      expect(refused.headers.get('retry-after')).toBe('86400');
      expect((await use(last)).status).toBe(200);
    });

    it('does not count', async () => {
      await askForAll();
      server.clock.advance(23 * HOUR_MS);
      expect(await ask()).toMatchObject(NOT_SENT);
      server.clock.advance(HOUR_MS);
      expect((await ask()).status).toBe(200);
    });

    it('is not the first of an account, for which one is kept', async () => {
      await askForAll();
      expect(await ask()).toMatchObject(NOT_SENT);
      const { user, token } = (await register(red.user.email)).body;
      expect((await use(await newestAddressToken(server))).status).toBe(200);
      expect(await address(token)).toMatchObject({ email: user.email, confirmed: true });
      const blue = await makeAccount(server);
      expect(await change(red.user.email, blue)).toMatchObject(NOT_SENT);
    });

    it('makes room for none of a reset, whose emails count too', async () => {
      const email = `wanted_${red.user.username}@example.org`;
      const stranger = (await register(email)).body;
      const resets = async () => {
        await askForReset(server, stranger.user);
        const owned = [stranger.user.user_id];
        return (await server.sql('select from password_reset where user_id = ?', owned)).length;
      };
      for (let mailed = 1; mailed < mailsPerDay - 1; mailed += 1) expect(await resets()).toBe(mailed);
      expect(await resets()).toBe(mailsPerDay - 2);
      // They still count when the stranger has gone on with another address.
      await server.sql('update account set email = ?, email_confirmed_at = now() where user_id = ?', [
        `other_${email}`,
        stranger.user.user_id,
      ]);
      expect((await change(email)).status).toBe(200);
      expect(await change(email)).toMatchObject(NOT_SENT);
    });

    it('stays unsent when many accounts ask at once', async () => {
      const email = `wanted_${red.user.username}@example.org`;
      const accounts = await Promise.all(Array.from({ length: mailsPerDay + 3 }, () => makeAccount(server)));
      await Promise.allSettled(accounts.map(({ actor }) => server.services(actor).addresses.change(email)));
      expect(await server.sql('select from address_link where email = ?', [email])).toHaveLength(mailsPerDay);
    });
  });

  it.each(['x', '', '%', "' or 1=1 --", '\u0000', 'A'.repeat(500)])(
    'cannot be guessed: %j',
    async (token) => {
      expect(await use(token)).toMatchObject(REFUSED);
    },
  );

  it('is not sent for a confirmed address', async () => {
    expect(await call(server, 'POST', '/email/resend-confirmation', { token: red.token })).toMatchObject({
      status: 409,
    });
  });
});

describe('another address', () => {
  it('replaces the present one when its link is opened', async () => {
    const { email } = red.user;
    expect((await change(' New.Red@example.org ')).status).toBe(200);
    expect(await address(red.token)).toMatchObject({
      email,
      confirmed: true,
      pending: 'New.Red@example.org',
    });
    expect((await submit(red.token)).status).toBe(200);
    expect((await login(server, email)).status).toBe(200);
    await use(await newestAddressToken(server));
    expect(await address(red.token)).toEqual({
      email: 'New.Red@example.org',
      confirmed: true,
      required: true,
      pending: null,
    });
    expect((await login(server, email)).status).toBe(401);
    expect((await login(server, 'new.red@example.org')).status).toBe(200);
  });

  it('gets the same answer when another account has it', async () => {
    const blue = await makeAccount(server);
    const [free, taken] = [await change('free@example.org'), await change(blue.user.email)];
    expect([taken.status, taken.body.message.replace(blue.user.email, 'free@example.org')]).toEqual([
      free.status,
      free.body.message,
    ]);
    expect(await use(await newestAddressToken(server))).toMatchObject({ status: 409 });
    expect(await address(red.token)).toMatchObject({ email: red.user.email });
  });

  it('is refused when it is the present one', async () => {
    expect(await change(red.user.email.toUpperCase())).toMatchObject({ status: 400 });
  });

  it('applies at once without a mail server, and only if it is free', async () => {
    const [blue, green] = [await makeAccount(withoutMail), await makeAccount(withoutMail)];
    const ask = (email: string) =>
      call(withoutMail, 'POST', '/email/change-address', { token: blue.token, body: { email } });
    expect(await ask(green.user.email)).toMatchObject({ status: 409 });
    expect((await ask('blue@example.org')).status).toBe(200);
    expect((await login(withoutMail, 'blue@example.org')).status).toBe(200);
  });

  it('an unconfirmed address can be corrected, without an email to it', async () => {
    await unconfirm(server, red);
    const undos = () => server.sql(`select 1 from outbox where job = 'mail.address-change'`);
    const before = (await undos()).length;
    expect((await change('corrected@example.org')).status).toBe(200);
    expect(await undos()).toHaveLength(before);
    await use(await newestAddressToken(server));
    expect(await address(red.token)).toMatchObject({ email: 'corrected@example.org', confirmed: true });
  });
});

describe('a change that nobody has confirmed', () => {
  const NEW_PASSWORD = 'chosen by the owner';
  const resetPassword = async () => {
    const body = { token: await askForReset(server, red.user), newPassword: NEW_PASSWORD };
    expect((await call(server, 'POST', '/email/reset-password', { body })).status).toBe(200);
  };
  const changePassword = () =>
    callerFor(server, red.token).auth.changePassword({ oldPassword: PASSWORD, newPassword: NEW_PASSWORD });

  it.each([
    ['reset', resetPassword],
    ['change', changePassword],
  ])('is given up with a %s of the password: an intruder may have asked for it', async (_, setPassword) => {
    await change(`thief_of_${red.user.username}@example.org`);
    const link = await newestAddressToken(server);
    await setPassword();
    const token = (await login(server, red.user.email, { password: NEW_PASSWORD })).body.token;
    expect(await address(token)).toMatchObject({ email: red.user.email, pending: null });
    expect(await use(link)).toMatchObject(REFUSED);
  });

  it('is not a link to the present address, which stays valid', async () => {
    const link = await askToConfirm(server, red);
    await changePassword();
    expect((await use(link)).status).toBe(200);
  });
});

it('mails that strangers request to an address do not keep its owner from resetting the password', async () => {
  const stranger = await makeAccount(server);
  for (let mails = 0; mails <= LIMITS.addressLink.mailsPerDay; mails += 1)
    await change(red.user.email, stranger);
  const body = { token: await askForReset(server, red.user), newPassword: 'chosen by the owner' };
  expect((await call(server, 'POST', '/email/reset-password', { body })).status).toBe(200);
});

describe('undoing a change', () => {
  /** Another one in each test: an account may keep it. */
  const thief = () => `thief_of_${red.user.username}@example.org`;
  async function hijack() {
    await change(thief());
    const undo = await newestAddressToken(server, 'undo');
    await use(await newestAddressToken(server));
    return undo;
  }

  it('restores the address, ends every session, voids the password and forgets every browser', async () => {
    const undo = await hijack();
    expect(await validate(undo)).toMatchObject({ valid: true, purpose: 'undo', email: red.user.email });
    const knownBrowsers = () =>
      server.sql('select 1 from known_device where user_id = ?', [red.user.user_id]);
    await login(server, red.user.username);
    expect(await knownBrowsers()).not.toEqual([]);
    expect((await use(undo)).body).toMatchObject({ purpose: 'undo' });
    expect(await knownBrowsers()).toEqual([]);
    expect(await isAlive(server, red.token)).toBe(false);
    expect((await login(server, red.user.username)).status).toBe(401);
    const token = await askForReset(server, red.user);
    const body = { token, newPassword: 'chosen by the owner' };
    expect((await call(server, 'POST', '/email/reset-password', { body })).status).toBe(200);
    expect((await login(server, red.user.email, { password: body.newPassword })).status).toBe(200);
  });

  it('also works before the change took effect, whose link then is void', async () => {
    await change(thief());
    const confirm = await newestAddressToken(server);
    expect((await use(await newestAddressToken(server, 'undo'))).status).toBe(200);
    expect(await use(confirm)).toMatchObject(REFUSED);
  });

  it.each([
    ['a passkey', () => addPasskey(server, red)],
    ['another change', () => change('second@example.org')],
  ])('with the link of the mail about %s voids the unopened link of an earlier change', async (_, act) => {
    await change(thief());
    const confirm = await newestAddressToken(server);
    await act();
    const undo = await newestAddressToken(server, 'undo');
    expect((await use(undo)).status).toBe(200);
    expect(await use(confirm)).toMatchObject(REFUSED);
  });

  it('voids links that were mailed to the intruder: of a reset, and of a further change', async () => {
    const undo = await hijack();
    const reset = await askForReset(server, red.user);
    await change('second@example.org');
    const laterUndo = await newestAddressToken(server, 'undo');
    expect((await use(undo)).status).toBe(200);
    const body = { token: reset, newPassword: 'chosen by the thief' };
    expect((await call(server, 'POST', '/email/reset-password', { body })).status).toBe(400);
    expect(await use(laterUndo)).toMatchObject(REFUSED);
  });

  it('removes the second factor that the intruder has set up, and keeps that of the owner', async () => {
    const undo = await hijack();
    await enrol(server, red.token);
    expect((await use(undo)).status).toBe(200);
    const factors = () =>
      server.sql('select enabled_at from two_factor where user_id = ?', [red.user.user_id]);
    expect(await factors()).toEqual([]);
    const blue = await makeAccount(server);
    await enrol(server, blue.token);
    server.clock.advance(60_000);
    red = blue;
    const later = await hijack();
    expect((await use(later)).status).toBe(200);
    expect(await factors()).toHaveLength(1);
  });

  it('of second factors is possible too: an intruder with the password would keep the owner out after a reset', async () => {
    await enrol(server, red.token);
    const undo = await newestAddressToken(server, 'undo');
    const { key } = await addPasskey(server, red);
    expect(await validate(undo)).toMatchObject({ valid: true, purpose: 'undo', email: red.user.email });
    expect((await use(undo)).status).toBe(200);
    expect(await isAlive(server, red.token)).toBe(false);
    const { passkeys } = callerFor(server);
    const assertion = key.get(await passkeys.signInOptions({}));
    await expect(passkeys.signIn({ credential: assertion })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const body = { token: await askForReset(server, red.user), newPassword: 'chosen by the owner' };
    expect((await call(server, 'POST', '/email/reset-password', { body })).status).toBe(200);
    expect((await login(server, red.user.email, { password: body.newPassword })).body).toHaveProperty(
      'token',
    );
  });

  it('of an app that was added next to a passkey of the owner voids its recovery codes, and keeps the passkey', async () => {
    const { token } = await addPasskey(server, red);
    server.clock.advance(1_000);
    const { recoveryCodes } = await enrol(server, token);
    expect((await use(await newestAddressToken(server, 'undo'))).status).toBe(200);
    const body = { token: await askForReset(server, red.user), newPassword: 'chosen by the owner' };
    expect((await call(server, 'POST', '/email/reset-password', { body })).status).toBe(200);
    const signIn = (code?: string) =>
      login(server, red.user.username, { password: body.newPassword, ...(code && { code }) });
    expect((await signIn()).body).toMatchObject({ factors: { app: false, passkeys: 1 } });
    expect((await signIn(recoveryCodes[0])).status).toBe(401);
  });

  it('of a second factor is not offered at an address that nobody has confirmed', async () => {
    await unconfirm(server, red);
    await enrol(server, red.token);
    const links = await server.sql('select from address_link where user_id = ?', [red.user.user_id]);
    expect(links).toEqual([]);
  });

  it('by the intruder does not void the link of the owner', async () => {
    const undo = await hijack();
    await change('second@example.org');
    expect((await use(await newestAddressToken(server, 'undo'))).status).toBe(200);
    expect((await use(undo)).status).toBe(200);
    const [row] = await server.sql('select email from account where user_id = ?', [red.user.user_id]);
    expect(row).toEqual({ email: red.user.email });
  });

  it('is possible for a week', async () => {
    const undo = await hijack();
    server.clock.advance(LIMITS.addressLink.undoHours * HOUR_MS);
    expect(await use(undo)).toMatchObject(REFUSED);
  });
});
