import { JOB_CLASSES } from '../src/queue/define-job.ts';
import { PutOff } from '../src/queue/job-handler.ts';

/** Mails to one host that are sent at the same time; the other slots are left to other hosts. */
const AT_ONCE = Math.ceil(JOB_CLASSES.mail.slots * 0.6);
/** Bounds of the wait for a free place of a host, which is estimated: trying in vain again and again costs much. */
const FIRST_FULL_MS = 250;
const LAST_FULL_MS = 15_000;
/** The wait after the first mail that a host did not take in time; doubled after each further one. */
const FIRST_WAIT_MS = 5_000;
const LAST_WAIT_MS = 300_000;

interface Host {
  /** Mails on their way, the oldest first; since when, in milliseconds of `performance.now()`. */
  sending: Set<{ since: number }>;
  /** Mails that found no place, less those that were taken since. */
  waiting: number;
  /** Mails in a row that were not taken in time. */
  late: number;
  /** Milliseconds of `performance.now()`. */
  closedUntil: number;
}

/**
 * Keeps a slow mail host from taking every slot: few mails to one host are sent at once, and one that does not answer
 * in time gets none for a while, then one at a time until it takes one.
 */
export class MailHosts {
  readonly #hosts = new Map<string, Host>();

  /**
   * @param address of the recipient
   * @param send rejects with an error that `isLate` recognises when the host did not answer in time
   * @throws PutOff when the host is busy or closed
   */
  async send(address: string, send: () => Promise<void>, isLate: (error: unknown) => boolean): Promise<void> {
    const name = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    const host = this.#hosts.get(name) ?? { sending: new Set(), waiting: 0, late: 0, closedUntil: 0 };
    this.#hosts.set(name, host);
    const closedMs = host.closedUntil - performance.now();
    // Not in step, or all that waited would come back together.
    if (closedMs > 0) throw new PutOff(closedMs * (1 + Math.random()), 'the mail host does not answer');
    const places = host.late > 0 ? 1 : AT_ONCE;
    const now = performance.now();
    if (host.sending.size >= places) {
      const [oldest] = host.sending;
      host.waiting += 1;
      const estimate = (host.waiting * (now - (oldest?.since ?? now))) / places;
      const fullMs = Math.min(Math.max(estimate, FIRST_FULL_MS), LAST_FULL_MS);
      throw new PutOff(fullMs * (1 + Math.random()), 'enough mails are on their way to this host');
    }
    const mail = { since: now };
    host.sending.add(mail);
    try {
      await send();
      host.late = 0;
      host.waiting = Math.max(0, host.waiting - AT_ONCE);
    } catch (error) {
      if (isLate(error)) {
        host.late += 1;
        host.closedUntil = performance.now() + Math.min(FIRST_WAIT_MS * 2 ** (host.late - 1), LAST_WAIT_MS);
      } else host.late = 0;
      throw error;
    } finally {
      host.sending.delete(mail);
      if (host.sending.size === 0 && host.late === 0) this.#hosts.delete(name);
    }
  }
}
