import { MINUTE_MS } from '../src/contract/shared/dates.ts';
import { JOB_CLASSES } from '../src/queue/definitions.ts';
import { JobDeferred } from '../src/queue/job-handler.ts';
import { Gate, type Outcome } from './mail-gate.ts';
import { type FailureSource, sourceOf } from './mailer.ts';

const { slots } = JOB_CLASSES.mail;
/** The most emails sent to one host concurrently; the other slots are reserved for other hosts. */
const MAX_CONCURRENT = Math.ceil(slots * 0.6);
/** The most emails sent concurrently to hosts that fail. */
const MAX_PROBES = Math.ceil(slots * 0.2);
/** Longer than an email waits for a host that fails. */
const IDLE_MS = 10 * MINUTE_MS;

type Outcomes = Readonly<Record<'server' | 'host' | 'probe', Outcome>>;

/** A server that answers for one host works; a host that does not answer is behind a server that does. */
const OUTCOMES: Readonly<Record<FailureSource | 'sent' | 'unknown', Outcomes>> = {
  server: { server: 'failed', host: 'unknown', probe: 'worked' },
  host: { server: 'worked', host: 'failed', probe: 'worked' },
  mail: { server: 'worked', host: 'worked', probe: 'worked' },
  sent: { server: 'worked', host: 'worked', probe: 'worked' },
  unknown: { server: 'unknown', host: 'unknown', probe: 'worked' },
};

const REASONS: Readonly<Record<keyof Outcomes, string>> = {
  server: 'the mail server cannot be reached',
  host: 'the mail host does not respond, or is at its limit of concurrent emails',
  probe: 'many mail hosts do not respond',
};

const hostOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/**
 * Prevents an unreachable mail server and slow mail hosts from occupying every slot: the number of concurrent emails per
 * host is limited, and a server or host that fails is probed with one email at a time. When it works again, all emails
 * that were deferred are due at once.
 */
export class MailHosts {
  readonly #onDue: (jobIds: string[]) => void;
  readonly #server = new Gate(slots);
  readonly #probe = new Gate(MAX_PROBES);
  /** The least recently used first. */
  readonly #hosts = new Map<string, { gate: Gate; usedAt: number }>();

  /** @param onDue called with the ids of deferred jobs that may run now */
  constructor(onDue: (jobIds: string[]) => void) {
    this.#onDue = onDue;
  }

  /**
   * @param address the recipient's mail address
   * @param send resolves with whether the email was sent now
   * @throws JobDeferred when the server or the host is busy or closed; errors of `send`
   */
  async send(address: string, jobId: string, send: () => Promise<boolean>): Promise<void> {
    const name = hostOf(address);
    const leave = this.#enter(name, jobId);
    let result: keyof typeof OUTCOMES = 'unknown';
    try {
      if (await send()) result = 'sent';
    } catch (error) {
      result = sourceOf(error) ?? 'unknown';
      throw error;
    } finally {
      const due = leave(OUTCOMES[result]);
      if (due.length > 0) this.#onDue(due);
    }
  }

  /** For an email that failed because of the server. */
  untilServerWorks(jobId: string): JobDeferred {
    return new JobDeferred(this.#server.waitMs(jobId), REASONS.server);
  }

  /** Enters all gates to a host. @returns leaves them; returns the jobs that are due @throws JobDeferred */
  #enter(name: string, jobId: string): (outcomes: Outcomes) => string[] {
    const host = this.#hostGate(name);
    const gates: [keyof Outcomes, Gate][] = [
      ['server', this.#server],
      ['host', host],
    ];
    if (host.isFailing) gates.push(['probe', this.#probe]);
    for (const [part, gate] of gates) {
      const waitMs = gate.waitMs(jobId);
      if (waitMs === 0) continue;
      for (const other of [this.#server, host, this.#probe]) if (other !== gate) other.forget(jobId);
      throw new JobDeferred(waitMs, REASONS[part]);
    }
    const entered = gates.map(([part, gate]) => ({ part, gate, passage: gate.enter(jobId) }));
    return (outcomes) => entered.flatMap(({ part, gate, passage }) => gate.leave(passage, outcomes[part]));
  }

  #hostGate(name: string): Gate {
    const usedAt = performance.now();
    const gate = this.#hosts.get(name)?.gate ?? new Gate(MAX_CONCURRENT);
    this.#hosts.delete(name);
    this.#hosts.set(name, { gate, usedAt });
    // Hosts that never work again would add up.
    for (const [other, { usedAt: lastUse }] of this.#hosts) {
      if (usedAt - lastUse < IDLE_MS) break;
      this.#hosts.delete(other);
    }
    return gate;
  }
}
