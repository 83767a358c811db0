import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../src/config.ts';
import { DomainError } from '../src/lib/errors.ts';
import type { Logger } from '../src/lib/logger.ts';
import type { Letter } from './templates/letter.ts';

export interface Mail extends Letter {
  to: string;
}

export interface Mailer {
  /** What a mail sent under this key carries as its Message-ID. */
  messageId(key: string): string;
  /**
   * Sends a mail, or writes it to a file. The key makes the Message-ID and the file's name, so that a mail sent
   * twice under one key is recognised as one.
   *
   * @param key letters, digits and `-`
   * @throws DomainError invalid when the mail server refuses the address for good; Error when it cannot be
   *   reached, does not answer within 15 s or puts the mail off, without what the server answered.
   */
  send(mail: Mail, key: string): Promise<void>;
}

type MailerConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>;

/** How long the mail server may take for one mail in all, and for connecting. */
export const SEND_MS = 15_000;
const CONNECT_MS = 10_000;

/** A mail that was not taken in time; it may have been taken all the same. */
class LateMail extends Error {}

/** Whether sending failed because the mail server did not answer in time. */
export const isLate = (error: unknown): boolean => error instanceof LateMail;

const messageId = ({ publicUrl }: MailerConfig, key: string) => `<${key}@${new URL(publicUrl).hostname}>`;

const envelope = (config: MailerConfig, { to, subject, text, html }: Mail, key: string) => ({
  from: config.mailFrom,
  to,
  subject,
  text,
  html,
  messageId: messageId(config, key),
  // Keeps automatic answers, such as out-of-office notes, from coming back (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const refusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'EENVELOPE' &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500;

/**
 * What the log and the queue may keep of a failure. A server's answer may quote the mail that it refuses, and with
 * it a link that is nobody else's to read.
 */
function withoutQuotes(error: unknown): unknown {
  if (!(error instanceof Error) || !('response' in error || 'responseCode' in error)) return error;
  const { code, command, responseCode } = error as Error & Record<string, unknown>;
  const facts = [code, command, responseCode].filter(Boolean).join(', ');
  return Object.assign(new Error(`The mail server did not take the mail (${facts})`), { code, responseCode });
}

function smtpMailer(config: MailerConfig, url: string): Mailer {
  const transport = createTransport({ url, connectionTimeout: CONNECT_MS, socketTimeout: SEND_MS });
  return {
    messageId: (key) => messageId(config, key),
    send: async (mail, key) => {
      const signal = AbortSignal.timeout(SEND_MS);
      try {
        await transport.sendMail({ ...envelope(config, mail, key), signal });
      } catch (error) {
        if (signal.aborted)
          throw new LateMail(`The mail server did not take the mail within ${SEND_MS / 1_000} s.`);
        if (!refusedForGood(error)) throw withoutQuotes(error);
        throw new DomainError('invalid', 'MAIL_REFUSED', 'The mail server refuses this address.');
      }
    },
  };
}

function fileMailer(config: MailerConfig, logger: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const directory = path.join(config.dataDir, 'mail');
  return {
    messageId: (key) => messageId(config, key),
    send: async (mail, key) => {
      const { message } = await transport.sendMail(envelope(config, mail, key));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const file = path.join(directory, `${key}.eml`);
      await writeFile(`${file}.draft`, message, { mode: 0o600 });
      await rename(`${file}.draft`, file);
      logger.info({ file }, 'mail written to a file, as there is no SMTP_URL');
    },
  };
}

/** Sends over SMTP where `SMTP_URL` says so, else writes each mail to `DATA_DIR/mail`. */
export const createMailer = (config: MailerConfig, logger: Logger): Mailer =>
  config.smtpUrl ? smtpMailer(config, config.smtpUrl) : fileMailer(config, logger);
