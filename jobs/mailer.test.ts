import { once } from 'node:events';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { draftName } from '../src/lib/process/drafts.ts';
import { smtpOptions } from '../src/modules/mail/smtp-options.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { createTestLog } from '../src/testing/run/log.ts';
import { startMailServer } from '../src/testing/servers/mail-server.ts';
import { createMailer } from './mailer.ts';

const mail = { to: 'red@example.org', subject: 'Hello ✓', text: 'In text\n', html: '<p>In HTML</p>' };
const base = {
  mailFrom: 'MarketDex <no-reply@market.example>',
  publicUrl: 'https://market.example:8443',
  smtpTls: undefined,
};

const dataDir = testFolder();
const server = fixture(startMailServer, 'stop');

describe('over SMTP', () => {
  const mailer = () => createMailer({ ...base, dataDir, smtpUrl: server.url }, createTestLog().logger);

  beforeEach(() => server.answerRecipients(250));

  test('sends text and HTML with the right sender and recipient', async () => {
    const [received] = await Promise.all([server.next(), mailer().send(mail, 'outbox-1')]);
    expect(received.to).toEqual(['red@example.org']);
    expect(received.source).toContain('From: MarketDex <no-reply@market.example>');
    expect(received.source).toContain('Auto-Submitted: auto-generated');
    expect(received.source).toContain('In text');
    expect(received.source).toContain('<p>In HTML</p>');
  });

  test('an email to a demo account is written to a file', async () => {
    const received = server.received.length;
    const ownDir = path.join(dataDir, 'demo');
    const own = createMailer({ ...base, dataDir: ownDir, smtpUrl: server.url }, createTestLog().logger);
    await own.send({ ...mail, to: 'demo_winona@demo.example' }, 'outbox-12');
    expect(server.received).toHaveLength(received);
    expect(await readdir(path.join(ownDir, 'mail'))).toEqual(['outbox-12.eml']);
  });

  test('an email is not handed over without encryption, unless that is allowed or the server is on this machine', async () => {
    const required = createMailer(
      { ...base, dataDir, smtpUrl: server.url, smtpTls: 'required' },
      createTestLog().logger,
    );
    const received = server.received.length;
    await expect(required.send(mail, 'outbox-9')).rejects.toMatchObject({ code: 'ETLS', source: 'server' });
    expect(server.received).toHaveLength(received);
    expect(smtpOptions('smtp://mail.example:25', { smtpTls: undefined }).requireTLS).toBe(true);
    expect(smtpOptions('smtp://mail.example:25', { smtpTls: 'optional' }).requireTLS).toBe(false);
  });

  test('the same key gives the same Message-ID', async () => {
    const sent = [];
    for (const key of ['outbox-2', 'outbox-2', 'outbox-3']) {
      const [received] = await Promise.all([server.next(), mailer().send(mail, key)]);
      sent.push(/^Message-ID: (.*)\r$/m.exec(received.source)?.[1]);
    }
    expect(sent).toEqual([
      '<outbox-2@market.example>',
      '<outbox-2@market.example>',
      '<outbox-3@market.example>',
    ]);
  });

  test('a permanent rejection is not retried, a deferral is', async () => {
    server.answerRecipients(550);
    await expect(mailer().send(mail, 'outbox-4')).rejects.toMatchObject({
      kind: 'invalid',
      code: 'MAIL_REFUSED',
      message: 'The mail server rejected this address (RCPT TO, 550).',
    });
    server.answerRecipients(451);
    await expect(mailer().send(mail, 'outbox-4')).rejects.toMatchObject({
      responseCode: 451,
      source: 'mail',
    });
  });

  test.each([550, 451])(
    'a sender refused with %i is a failure of the server, not of the address',
    async (code) => {
      server.answerSenders(code);
      const failure = await mailer()
        .send(mail, 'outbox-10')
        .catch((error: unknown) => error);
      server.answerSenders(250);
      expect(failure).toMatchObject({ code: 'EENVELOPE', responseCode: code, source: 'server' });
    },
  );

  const failure = (smtpUrl: string) =>
    createMailer({ ...base, dataDir, smtpUrl }, createTestLog().logger)
      .send(mail, 'outbox-11')
      .catch((error: unknown) => error);

  test.each([421, 450, 554])('a server that greets with %i fails, not the address', async (code) => {
    server.greetWith(code);
    const refused = await failure(server.url);
    server.greetWith(220);
    expect(refused).toMatchObject({ source: 'server', responseCode: code });
  });

  test.each([
    ['before the greeting', []],
    ['instead of answering EHLO', ['220 mail.example']],
    ['after it refused EHLO and HELO', ['220 mail.example', '502 no', '421 busy']],
  ])('a server that closes the connection %s fails, not the address', async (_, answers) => {
    const closing = createServer((socket) => {
      const left = [...answers];
      const respond = () => {
        const line = left.shift();
        if (line === undefined) socket.end();
        else socket.write(`${line}\r\n`);
      };
      socket.on('data', respond).on('error', () => undefined);
      respond();
    });
    closing.listen(0, '127.0.0.1');
    await once(closing, 'listening');
    const { port } = closing.address() as AddressInfo;
    const failed = await failure(`smtp://127.0.0.1:${port}`);
    closing.close();
    expect(failed).toMatchObject({ source: 'server' });
  });

  test.each([421, 530])('a server fails that answers %i, also at a recipient', async (code) => {
    server.answerRecipients(code);
    await expect(mailer().send(mail, 'outbox-12')).rejects.toMatchObject({
      responseCode: code,
      source: 'server',
    });
  });

  test('errors do not contain the response of the server, which may quote the mail', async () => {
    const secret = 'https://market.example/reset-password?token=abc';
    server.refuseContent((source) => `5.7.1 bad link ${/token=\w+/.exec(source)?.[0]}`);
    const log = createTestLog();
    const mailer = createMailer({ ...base, dataDir, smtpUrl: server.url }, log.logger);
    const failure = await mailer.send({ ...mail, text: secret }, 'outbox-7').catch((error: unknown) => error);
    server.refuseContent(null);

    expect(failure).toMatchObject({ code: 'EMESSAGE', responseCode: 554 });
    expect(inspect(failure, { depth: 10, showHidden: true })).not.toContain('token=');
    expect(JSON.stringify(log.lines)).not.toContain('token=');
  });

  test('a server that cannot be reached has certainly not received the mail', async () => {
    const gone = await startMailServer();
    await gone.stop();
    for (const [smtpUrl, code] of [
      [gone.url, 'ESOCKET'],
      ['smtp://mail.invalid:25', 'EDNS'],
    ] as const) {
      const mailer = createMailer({ ...base, dataDir, smtpUrl }, createTestLog().logger);
      await expect(mailer.send(mail, 'outbox-5')).rejects.toMatchObject({ code, source: 'server' });
    }
  });

  test('a connection that is lost after the mail was read leaves open whether it was received', async () => {
    server.keepSilent(true);
    const arrival = server.next();
    const failure = mailer()
      .send(mail, 'outbox-8')
      .catch((error: unknown) => error);
    await arrival;
    await server.hangUp();
    server.keepSilent(false);
    expect(await failure).toMatchObject({ source: undefined });
  });
});

test('without SMTP_URL, an email is one file that only its owner can read, also when it is sent twice', async () => {
  const log = createTestLog();
  const mailer = createMailer({ ...base, dataDir, smtpUrl: undefined }, log.logger);
  await mailer.send(mail, 'outbox-6');
  // Left by a process that was killed.
  const left = path.join(dataDir, 'mail', draftName('outbox-5.eml'));
  await writeFile(left, 'From: ');
  await utimes(left, 0, 0);
  await mailer.send(mail, 'outbox-6');

  const file = path.join(dataDir, 'mail', 'outbox-6.eml');
  expect(await readdir(path.dirname(file))).toEqual(['outbox-6.eml']);
  expect(await readFile(file, 'utf8')).toContain('Message-ID: <outbox-6@market.example>');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(log.lines).toContainEqual(expect.objectContaining({ file }));
});
