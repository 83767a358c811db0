import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../src/config.ts';
import { DomainError } from '../src/lib/errors.ts';
import type { Logger } from '../src/lib/process/logger.ts';
import type { Letter } from './templates/letter.ts';

export interface Mail extends Letter {
  to: string;
}

export interface Mailer {
  /** The Message-ID of a mail sent with this key. */
  messageId(key: string): string;
  /**
   * Sends a mail, or writes it to a file. The Message-ID and the file name are derived from the key, so that a mail
   * sent twice can be recognised as a duplicate.
   *
   * @param key letters, digits and `-`
   * @throws DomainError invalid when the mail server rejects the address permanently; Error when it cannot be reached,
   *   does not respond within 15 s or defers the mail. The error does not contain the server's response.
   */
  send(mail: Mail, key: string): Promise<void>;
}

type MailerConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>;

/** Time limits for one mail as a whole and for the connection. */
export const SEND_MS = 15_000;
const CONNECT_MS = 10_000;

/** The mail server timed out; it may have accepted the mail nevertheless. */
class LateMail extends Error {}

/** Whether sending failed with a timeout of the mail server. */
export const isLate = (error: unknown): boolean => error instanceof LateMail;

const messageId = ({ publicUrl }: MailerConfig, key: string) => `<${key}@${new URL(publicUrl).hostname}>`;

const envelope = (config: MailerConfig, { to, subject, text, html }: Mail, key: string) => ({
  from: config.mailFrom,
  to,
  subject,
  text,
  html,
  messageId: messageId(config, key),
  // Suppresses automatic replies such as out-of-office notes (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const isPermanentRejection = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'EENVELOPE' &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500;

/**
 * An error that is safe to log and to store in the queue. The server's response may quote the rejected mail, including
 * a secret link.
 */
function withoutResponse(error: unknown): unknown {
  if (!(error instanceof Error) || !('response' in error || 'responseCode' in error)) return error;
  const { code, command, responseCode } = error as Error & Record<string, unknown>;
  const facts = [code, command, responseCode].filter(Boolean).join(', ');
  return Object.assign(new Error(`The mail server did not accept the mail (${facts})`), {
    code,
    responseCode,
  });
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
          throw new LateMail(`The mail server did not accept the mail within ${SEND_MS / 1_000} s.`);
        if (!isPermanentRejection(error)) throw withoutResponse(error);
        throw new DomainError('invalid', 'MAIL_REFUSED', 'The mail server rejected this address.');
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
      logger.info({ file }, 'mail written to a file because SMTP_URL is not set');
    },
  };
}

/** Sends over SMTP if `SMTP_URL` is set, otherwise writes each mail to `DATA_DIR/mail`. */
export const createMailer = (config: MailerConfig, logger: Logger): Mailer =>
  config.smtpUrl ? smtpMailer(config, config.smtpUrl) : fileMailer(config, logger);
