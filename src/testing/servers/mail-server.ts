import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  /** The email as received, including headers. */
  source: string;
  /** False when the server did not respond: the sender cannot know that it has the email, and must send it again. */
  confirmed: boolean;
}

export interface TestMailServer {
  url: string;
  received: readonly ReceivedMail[];
  /** Settles with the next email that arrives. */
  next(): Promise<ReceivedMail>;
  /** Responds to every recipient with this SMTP code from now on; 250 accepts. */
  answerRecipients(code: number): void;
  /** Greets every connection with this SMTP code from now on; 220 accepts. */
  greetWith(code: number): void;
  /** Responds to every sender with this SMTP code from now on; 250 accepts. */
  answerSenders(code: number): void;
  /** Rejects every email permanently from now on, quoting it in the response; null accepts emails again. */
  refuseContent(quote: ((source: string) => string) | null): void;
  /** Accepts emails without a response from now on, or responds again: senders wait for the response. */
  keepSilent(silent: boolean): void;
  /** Accepts mails to this host without ever responding; other hosts are not affected. */
  hangFor(host: string): void;
  /** Cuts every connection. */
  hangUp(): Promise<void>;
  stop(): Promise<void>;
}

/** An email as a mail client shows it: without transfer encoding. */
export const readable = ({ source }: ReceivedMail): string =>
  source
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A header of an email, unfolded. */
export const header = ({ source }: ReceivedMail, name: string): string | undefined =>
  new RegExp(`^${name}: ?(.*)$`, 'm').exec(source.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim();

/** The error of a code that refuses; undefined for one that accepts. */
const refused = (responseCode: number): Error | undefined =>
  responseCode < 400 ? undefined : Object.assign(new Error('refused by the test'), { responseCode });

/** An SMTP server that keeps received emails. */
export async function startMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let greetingCode = 220;
  let senderCode = 250;
  let recipientCode = 250;
  let refusal: ((source: string) => string) | null = null;
  let silent = false;
  let hanging: string | undefined;
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect: (_session, answer) => answer(refused(greetingCode)),
    onMailFrom: (_sender, _session, answer) => answer(refused(senderCode)),
    onRcptTo: ({ address }, _session, answer) => {
      if (hanging !== undefined && address.endsWith(`@${hanging}`)) return;
      answer(refused(recipientCode));
    },
    onData: (stream, session, answer) => {
      text(stream).then((source) => {
        if (refusal) return answer(Object.assign(new Error(refusal(source)), { responseCode: 554 }));
        const mail = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          source,
          confirmed: !silent,
        };
        received.push(mail);
        for (const arrived of waiting.splice(0)) arrived(mail);
        if (mail.confirmed) answer();
      }, answer);
    },
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // A broken client connection is not a failure of the server.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (typeof address !== 'object' || !address) throw new Error('The mail server has no port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    greetWith: (code) => {
      greetingCode = code;
    },
    answerSenders: (code) => {
      senderCode = code;
    },
    answerRecipients: (code) => {
      recipientCode = code;
    },
    refuseContent: (quote) => {
      refusal = quote;
    },
    keepSilent: (quiet) => {
      silent = quiet;
    },
    hangFor: (host) => {
      hanging = host;
    },
    hangUp: async () => {
      await Promise.all(
        [...sockets].map((socket) => {
          const closed = once(socket, 'close');
          socket.destroy();
          return closed;
        }),
      );
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
