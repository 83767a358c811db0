import { glob, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../src/config.ts';
import { MINUTE_MS } from '../src/contract/shared/dates.ts';
import { codeOf, DomainError } from '../src/lib/errors.ts';
import { removeDrafts, writeDraft } from '../src/lib/process/drafts.ts';
import type { Logger } from '../src/lib/process/logger.ts';
import { makeFolder } from '../src/lib/process/make-folder.ts';
import { isDemoAddress } from '../src/modules/demo/demo-address.ts';
import { smtpOptions } from '../src/modules/mail/smtp-options.ts';
import type { RenderedLetter } from './templates/letter.ts';

export interface Mail extends RenderedLetter {
  to: string;
}

export interface Mailer {
  messageId(key: string): string;
  /**
   * Sends an email, or writes it to a file. The Message-ID and the file name are derived from the key, so that an email
   * sent twice can be recognised as a duplicate.
   *
   * @param key letters, digits and `-`
   * @throws DomainError invalid when the mail server rejects the address permanently; MailFailure when it cannot be
   *   reached, refuses this site as a sender, does not respond within 15 s or defers the email.
   */
  send(mail: Mail, key: string): Promise<void>;
}

type MailerConfig = Pick<Config, 'smtpUrl' | 'smtpTls' | 'mailFrom' | 'publicUrl' | 'dataDir'>;

/** Time limits for one email as a whole and for the connection. */
export const SEND_MS = 15_000;
const CONNECT_MS = 10_000;
/** A file that a killed process began to write is deleted after this time. */
const ABANDONED_MS = MINUTE_MS;

/** Whether the mail server, the recipient's mail host, or only this email failed. */
export type FailureSource = 'server' | 'host' | 'mail';

/**
 * An email that was not sent, or perhaps sent. The message is safe to log and to store in the queue: the server's response
 * may quote the email, including a secret link.
 */
export class MailFailure extends Error {
  /**
   * `server`: the email was certainly not handed over, nor would others be. `host`: the server was ready and did not finish in
   * time. `mail`: the server deferred this email. Undefined for any other error, such as a connection lost on the way.
   */
  readonly source: FailureSource | undefined;
  readonly code: unknown;
  readonly responseCode: unknown;

  constructor(message: string, { source, code, responseCode, cause }: Partial<MailFailure>) {
    super(message, { cause });
    this.source = source;
    this.code = code;
    this.responseCode = responseCode;
  }
}

const REJECTED = 'MAIL_REFUSED';

/** What failed to send an email; undefined for an error of something else. */
export function sourceOf(error: unknown): FailureSource | undefined {
  if (error instanceof DomainError && error.code === REJECTED) return 'mail';
  return error instanceof MailFailure ? error.source : undefined;
}

const messageId = ({ publicUrl }: MailerConfig, key: string) => `<${key}@${new URL(publicUrl).hostname}>`;

/** One click unsubscribes (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const envelope = (config: MailerConfig, { to, subject, text, html, unsubscribeUrl }: Mail, key: string) => ({
  from: config.mailFrom,
  to,
  subject,
  text,
  html,
  messageId: messageId(config, key),
  // Suppresses automatic replies such as out-of-office notes (RFC 3834).
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const SENDER = 'MAIL FROM';

/** At any command: the server closes the connection, or requires a sign-in or encryption first. */
const OF_SERVER: readonly unknown[] = [421, 530];

/** How far an email got. While it connects, from the name of the server to the sign-in, nothing of the email is handed over. */
type Progress = 'composing' | 'connecting' | 'handing over';

function failureOf(error: unknown, progress: Progress): unknown {
  if (!(error instanceof Error)) return error;
  const { code, command, responseCode } = error as Error & Record<string, unknown>;
  const isOfServer = progress === 'connecting' || command === SENDER || OF_SERVER.includes(responseCode);
  if (code === 'EENVELOPE' && !isOfServer && Number(responseCode) >= 500)
    return new DomainError(
      'invalid',
      REJECTED,
      `The mail server rejected this address (${command}, ${responseCode}).`,
    );
  const hasResponse = 'response' in error || 'responseCode' in error;
  const source = isOfServer ? 'server' : hasResponse ? 'mail' : undefined;
  if (!hasResponse) return new MailFailure(error.message, { source, code, cause: error });
  const given = [code, command, responseCode].filter(Boolean).join(', ');
  const message = `The mail server did not accept the email (${given})`;
  return new MailFailure(message, { source, code, responseCode });
}

function smtpSender(config: MailerConfig, url: string): Mailer['send'] {
  const options = { ...smtpOptions(url, config), connectionTimeout: CONNECT_MS, socketTimeout: SEND_MS };
  return async (mail, key) => {
    const signal = AbortSignal.timeout(SEND_MS);
    let progress = 'composing' as Progress;
    const transport = createTransport(options);
    // The error does not reveal it: a connection that closes has the same one before the greeting and after the email.
    transport.use('stream', ({ message }, connect) => {
      progress = 'connecting';
      message.processFunc((content) => {
        progress = 'handing over';
        return content;
      });
      connect();
    });
    try {
      await transport.sendMail({ ...envelope(config, mail, key), signal });
    } catch (error) {
      if (signal.aborted)
        throw new MailFailure(`The mail server did not accept the email within ${SEND_MS / 1_000} s.`, {
          source: progress === 'connecting' ? 'server' : 'host',
        });
      throw failureOf(error, progress);
    }
  };
}

const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'mail');

/** Deletes the emails that were written to files before a time. @returns their number */
export async function removeMailFiles(config: Pick<Config, 'dataDir'>, before: Date): Promise<number> {
  let removed = 0;
  for await (const file of glob('*.eml', { cwd: mailFolder(config) })) {
    const mail = path.join(mailFolder(config), file);
    try {
      if ((await stat(mail)).mtime >= before) continue;
      await rm(mail);
      removed += 1;
    } catch (error) {
      // Someone else has deleted it meanwhile.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
  return removed;
}

function fileSender(config: MailerConfig, logger: Logger): Mailer['send'] {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const directory = mailFolder(config);
  return async (mail, key) => {
    const { message } = await transport.sendMail(envelope(config, mail, key));
    makeFolder(directory, 0o700);
    await removeDrafts(directory, { idleMs: ABANDONED_MS });
    const file = path.join(directory, `${key}.eml`);
    await writeDraft(file, (draft) => writeFile(draft, message, { mode: 0o600 }));
    const reason = isDemoAddress(mail.to) ? 'it is to a demo account' : 'SMTP_URL is not set';
    logger.info({ file }, `email written to a file because ${reason}`);
  };
}

/** Sends over SMTP if `SMTP_URL` is set. Otherwise, and to demo accounts, writes each email to `DATA_DIR/mail`. */
export function createMailer(config: MailerConfig, logger: Logger): Mailer {
  const write = fileSender(config, logger);
  const send = config.smtpUrl ? smtpSender(config, config.smtpUrl) : write;
  return {
    messageId: (key) => messageId(config, key),
    send: (mail, key) => (isDemoAddress(mail.to) ? write : send)(mail, key),
  };
}
