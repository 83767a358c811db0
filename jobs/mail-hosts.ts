import { JOB_CLASSES } from '../src/queue/define-job.ts';
import { PutOff } from '../src/queue/job-handler.ts';

/** The most mails sent to one host concurrently; the other slots are reserved for other hosts. */
const MAX_CONCURRENT = Math.ceil(JOB_CLASSES.mail.slots * 0.6);
/** Bounds of the estimated wait for a host at its limit. Retrying too early is expensive. */
const MIN_FULL_MS = 250;
const MAX_FULL_MS = 15_000;
/** The wait after the first timeout of a host; doubled after each further timeout. */
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 300_000;

interface Host {
  /** Mails being sent, oldest first, with their start in milliseconds of `performance.now()`. */
  sending: Set<{ since: number }>;
  /** Mails put off because the host was at its limit, minus those sent since. */
  waiting: number;
  /** Consecutive timeouts. */
  late: number;
  /** Milliseconds of `performance.now()`. */
  closedUntil: number;
}

/**
 * Prevents a slow mail host from occupying every slot. The number of concurrent mails per host is limited. A host that
 * times out gets no mail for a while, then one at a time until it accepts one.
 */
export class MailHosts {
  readonly #hosts = new Map<string, Host>();

  /**
   * @param address the recipient's mail address
   * @param send rejects with an error that `isLate` recognises when the host timed out
   * @throws PutOff when the host is busy or closed
   */
  async send(address: string, send: () => Promise<void>, isLate: (error: unknown) => boolean): Promise<void> {
    const name = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    const host = this.#hosts.get(name) ?? { sending: new Set(), waiting: 0, late: 0, closedUntil: 0 };
    this.#hosts.set(name, host);
    const closedMs = host.closedUntil - performance.now();
    // Random, so that waiting mails do not all return at the same moment.
    if (closedMs > 0) throw new PutOff(closedMs * (1 + Math.random()), 'the mail host does not respond');
    const limit = host.late > 0 ? 1 : MAX_CONCURRENT;
    const now = performance.now();
    if (host.sending.size >= limit) {
      const [oldest] = host.sending;
      host.waiting += 1;
      const estimate = (host.waiting * (now - (oldest?.since ?? now))) / limit;
      const fullMs = Math.min(Math.max(estimate, MIN_FULL_MS), MAX_FULL_MS);
      throw new PutOff(fullMs * (1 + Math.random()), 'this host is at its limit of concurrent mails');
    }
    const mail = { since: now };
    host.sending.add(mail);
    try {
      await send();
      host.late = 0;
      host.waiting = Math.max(0, host.waiting - MAX_CONCURRENT);
    } catch (error) {
      if (isLate(error)) {
        host.late += 1;
        host.closedUntil = performance.now() + Math.min(FIRST_WAIT_MS * 2 ** (host.late - 1), MAX_WAIT_MS);
      } else host.late = 0;
      throw error;
    } finally {
      host.sending.delete(mail);
      if (host.sending.size === 0 && host.late === 0) this.#hosts.delete(name);
    }
  }
}
