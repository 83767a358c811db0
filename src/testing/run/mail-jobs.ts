import { expect } from 'vitest';
import { createJobs } from '../../../jobs/registry.ts';
import { type ReceivedMail, startMailServer, type TestMailServer } from '../servers/mail-server.ts';
import { fixture } from './fixture.ts';
import type { TestServer } from './server.ts';

export interface MailJobs {
  /** The mail server that the jobs send to. */
  server: TestMailServer;
  /** What it received for an address, oldest first. */
  to: (email: string) => ReceivedMail[];
  /** The last log line of each ended job whose name starts like this. */
  endings: (name?: string) => { msg: string }[];
  /** Waits until all jobs whose name starts like this have ended, and expects that none failed. */
  settled: (name?: string) => Promise<void>;
}

/**
 * Runs the jobs of a server with a mail server, for the tests of a file.
 *
 * @param publicUrl where the links in its emails lead, by default as the server is configured
 */
export function testMailJobs(
  server: TestServer,
  publicUrl = (): string => server.runtime.config.publicUrl,
): MailJobs {
  const mails = fixture(startMailServer, 'stop');
  fixture(
    () => {
      const { runtime } = server;
      const config = { ...runtime.config, smtpUrl: mails.url, publicUrl: publicUrl() };
      return createJobs({ ...runtime, config });
    },
    (jobs) => jobs.close(),
  );

  const endings = (name = 'mail.') =>
    server.log.lines.filter(
      ({ msg, path }) => String(path).startsWith(name) && /^job (finished|failed)$/.test(String(msg)),
    );
  return {
    server: mails,
    to: (email) => mails.received.filter(({ to }) => to[0]?.toLowerCase() === email.toLowerCase()),
    endings,
    async settled(name = 'mail.') {
      const asked = (await server.sql('select from outbox where starts_with(job, ?)', [name])).length;
      await expect.poll(() => endings(name)).toHaveLength(asked);
      expect(endings(name).map(({ msg }) => msg)).not.toContain('job failed');
    },
  };
}
