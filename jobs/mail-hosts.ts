import { PutOff } from '../src/queue/job-handler.ts';

/** Mails to one host that are sent at the same time. */
const AT_ONCE = 4;
/** How long a mail waits for a free place of its host. */
const FULL_MS = 500;
/** The wait after the first mail that a host did not take in time; doubled after each further one. */
const FIRST_WAIT_MS = 5_000;
const LAST_WAIT_MS = 300_000;

interface Host {
  sending: number;
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
    const host = this.#hosts.get(name) ?? { sending: 0, late: 0, closedUntil: 0 };
    this.#hosts.set(name, host);
    const closedMs = host.closedUntil - performance.now();
    // Not in step, or all that waited would come back together.
    if (closedMs > 0) throw new PutOff(closedMs * (1 + Math.random()), 'the mail host does not answer');
    if (host.sending >= (host.late > 0 ? 1 : AT_ONCE))
      throw new PutOff(FULL_MS * (1 + Math.random()), 'enough mails are on their way to this host');
    host.sending += 1;
    try {
      await send();
      host.late = 0;
    } catch (error) {
      if (isLate(error)) {
        host.late += 1;
        host.closedUntil = performance.now() + Math.min(FIRST_WAIT_MS * 2 ** (host.late - 1), LAST_WAIT_MS);
      } else host.late = 0;
      throw error;
    } finally {
      host.sending -= 1;
      if (host.sending === 0 && host.late === 0) this.#hosts.delete(name);
    }
  }
}
