import { afterAll, beforeAll } from 'vitest';
import { createJobs, type Jobs } from '../../jobs/registry.ts';
import type { TestServer } from '../../src/testing/server.ts';
import {
  type ReceivedMail,
  startMailServer,
  type TestMailServer,
} from '../../src/testing/servers/mail-server.ts';

/** The background jobs of a site, and the mails they send. */
export interface Mails {
  readonly received: readonly ReceivedMail[];
  /** Hands the waiting jobs to the queue; their mails arrive a little later. */
  drain(): Promise<void>;
}

/** Job workers for all tests of a file, with their own mail server. */
export function testMails(site: TestServer): Mails {
  let server: TestMailServer | undefined;
  let jobs: Jobs | undefined;

  beforeAll(async () => {
    server = await startMailServer();
    const { runtime } = site;
    const config = { ...runtime.config, smtpUrl: server.url, publicUrl: site.url };
    jobs = await createJobs({ ...runtime, config });
  });
  afterAll(async () => {
    await jobs?.close();
    await server?.stop();
  });

  return {
    get received() {
      return server?.received ?? [];
    },
    drain: async () => void (await jobs?.drain()),
  };
}
