import type { PoolClient } from 'pg';
import { LIMITS } from '../../contract/shared/limits.ts';
import { codeOf } from '../../lib/errors.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { QueryWatch } from '../connecting/connections.ts';
import { SQLSTATE } from '../sqlstate.ts';
import { type Position, ReadServer, type SequenceSql } from './server.ts';
import { STANDBY_LIMITS, Standby, type StandbyLimits, type StandbyState } from './standby.ts';

interface ReadServersOptions {
  url: string;
  standbys: readonly string[];
  /** Maximum number of connections for reads to each server. */
  size: number;
  applicationName: string;
  watch: QueryWatch;
  numbers: SequenceSql;
  limits?: Partial<StandbyLimits>;
}

/** A standby as operators see it. */
export interface StandbyReport {
  /** Host and port. */
  name: string;
  state: StandbyState;
  /** The number of the latest change that it is known to show. */
  sequence: number;
  lagMs: number;
}

/** Codes of reads that a time limit has ended: another server would need as long. */
export const STOPPED = new Set<string>([SQLSTATE.queryCanceled, SQLSTATE.lockNotAvailable]);

/** How long a number that no standby shows may wait for the primary before it waits for the standbys. */
const PRIMARY_MS = 100;

const firstTrue = async (answers: readonly Promise<boolean>[]): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  for (const answer of answers) void answer.then((yes) => yes && resolve(true));
  void Promise.all(answers).then(() => resolve(false));
  return promise;
};

/**
 * The servers that answer public reads, and the only place that decides which of them answers one: a standby that shows
 * at least `floor`, waited for if necessary, otherwise the primary (docs/decisions/0014-standbys.md).
 *
 * All reads of a process see at least its floor: the highest number that one of its readers brought, or that its change
 * feed has found. So nothing that the process keeps in memory can be older than what a reader has seen.
 */
export class ReadServers {
  readonly primary: ReadServer;
  /**
   * How far a read of any process may be behind the primary, in milliseconds: twice the lag with which a standby is left
   * out, because that is noticed by the next check.
   */
  readonly behindMs: number;
  readonly #standbys: readonly Standby[];
  #floor = 0;
  /** Covers every read that is covered on its server (`ReadServer`). */
  #covering = 0;

  constructor({ url, standbys, limits, ...options }: ReadServersOptions) {
    this.primary = new ReadServer({ ...options, url, isStandby: false });
    const standbyLimits = { ...STANDBY_LIMITS, ...limits };
    this.behindMs = standbys.length > 0 ? 2 * standbyLimits.lagMs : 0;
    this.#standbys = standbys.map(
      (standby) =>
        new Standby(
          new ReadServer({ ...options, url: standby, isStandby: true }),
          this.primary,
          standbyLimits,
          options.watch.logger,
        ),
    );
  }

  /** Runs a read. @throws the error of the primary when no standby could answer */
  read<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#run((server) => server.read(work));
  }

  /**
   * Runs a query of the change feed, on connections that never wait for reads.
   *
   * @param sequenceOf the number that the result includes; later reads see at least that
   */
  async changes<T>(work: (client: PoolClient) => Promise<T>, sequenceOf: (result: T) => number): Promise<T> {
    return this.#run(async (server) => {
      const result = await server.control(work);
      const sequence = sequenceOf(result);
      server.sequence = Math.max(server.sequence, sequence);
      this.#setFloor(sequence);
      return result;
    });
  }

  /**
   * Makes later reads show at least this number, which a reader has brought. A number that the primary does not have,
   * such as one from before a restored backup or one that a caller made up, changes nothing and is not waited for.
   *
   * @throws the error of the primary when no standby shows it and the primary does not respond
   */
  async raiseFloor(sequence: number): Promise<void> {
    if (this.isInFloor(sequence)) return;
    const since = performance.now();
    if (!this.#ready(sequence) && (await this.#isInvented(sequence))) return;
    if (await this.#anyShows(sequence)) return this.#setFloor(sequence, since);
    const { sequence: latest } = await this.#askPrimary();
    if (latest >= sequence) this.#setFloor(sequence, since);
  }

  /** Whether reads show at least this number already, so that `raiseFloor` would change nothing. */
  isInFloor(sequence: number): boolean {
    return this.#standbys.length === 0 || sequence <= this.#floor;
  }

  /**
   * A number that includes everything that this process has read: a reader who brings it back never sees less.
   *
   * @param readsPrimary the primary was read other than through this class
   * @returns null without standbys, when readers need no number
   * @throws the error of the primary when neither a server that was read nor the primary responds
   */
  async answerSequence(readsPrimary = false): Promise<number | null> {
    if (this.#standbys.length === 0) return null;
    const measuring = this.#standbys
      .filter(({ server }) => !server.isCovered)
      .map((standby) => this.#measure(standby));
    if (readsPrimary || !this.primary.isCovered) measuring.push(this.#measurePrimary(this.primary));
    await Promise.all(measuring);
    return this.#covering;
  }

  /** The standbys after at least one check of each. */
  async report(): Promise<StandbyReport[]> {
    await Promise.all(this.#standbys.map((standby) => standby.start()));
    return this.#standbys.map(({ server, state, lagMs }) => ({
      name: server.name,
      state,
      sequence: server.sequence,
      lagMs: Math.round(lagMs),
    }));
  }

  /** The number of reads of each server since the start of the process. */
  reads(): Record<string, number> {
    return Object.fromEntries(this.#servers().map(({ name, readCount }) => [name, readCount]));
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.close(), ...this.#standbys.map((standby) => standby.close())]);
  }

  #servers(): ReadServer[] {
    return [this.primary, ...this.#standbys.map(({ server }) => server)];
  }

  async #run<T>(work: (server: ReadServer) => Promise<T>): Promise<T> {
    const standby = this.#standbys.length > 0 ? await this.#choose() : undefined;
    if (!standby) return work(this.primary);
    try {
      return await standby.orLost(work(standby.server));
    } catch (error) {
      if (STOPPED.has(codeOf(error))) throw error;
      const answer = await work(this.primary);
      // The primary could answer it, so the standby is to blame.
      standby.failed(error);
      return answer;
    }
  }

  /** The least busy standby that shows the floor; undefined when none does in time. */
  async #choose(): Promise<Standby | undefined> {
    const floor = this.#floor;
    if (!this.#ready(floor) && !(await this.#anyShows(floor))) return undefined;
    return this.#ready(floor);
  }

  #ready(sequence: number): Standby | undefined {
    let best: Standby | undefined;
    for (const standby of this.#standbys) {
      void standby.start();
      if (standby.shows(sequence) && (!best || standby.server.running < best.server.running)) best = standby;
    }
    return best;
  }

  /** Whether the primary lacks a number. False also when it does not respond soon: the standbys may show the number. */
  async #isInvented(sequence: number): Promise<boolean> {
    if (sequence <= this.primary.sequence) return false;
    const asking = withTimeout(PRIMARY_MS, 'the position of the primary', this.primary.position());
    return asking.then(
      ({ sequence: latest }) => latest < sequence,
      () => false,
    );
  }

  async #anyShows(sequence: number): Promise<boolean> {
    if (this.#ready(sequence)) return true;
    return firstTrue(
      this.#standbys.flatMap((standby) => {
        const ms = standby.patienceMs;
        return ms > 0 ? [standby.waitFor(sequence, ms)] : [];
      }),
    );
  }

  async #measure(standby: Standby): Promise<void> {
    const position =
      standby.state === 'ok'
        ? await standby.orLost(standby.server.position()).catch(() => undefined)
        : undefined;
    if (position?.isStandby) this.#covering = Math.max(this.#covering, position.sequence);
    // The primary contains every change that one of its standbys has shown.
    else await this.#measurePrimary(standby.server);
  }

  /** Takes the number of the primary for what was read from a server. */
  async #measurePrimary(server: ReadServer): Promise<void> {
    const { readCount } = server;
    try {
      this.#covering = Math.max(this.#covering, (await this.#askPrimary()).sequence);
    } finally {
      // Also after a failure, which ends the answers that contain these reads: later ones must not fail too.
      server.cover(readCount);
    }
  }

  /** What the primary shows, within the time limit of a read. @throws its error, or ETIMEDOUT */
  #askPrimary(): Promise<Position> {
    const position = this.primary.position();
    return withTimeout(LIMITS.publicReadMs, 'the position of the primary', position, 'ETIMEDOUT');
  }

  #setFloor(sequence: number, since = performance.now()): void {
    if (sequence <= this.#floor) return;
    this.#floor = sequence;
    for (const standby of this.#standbys) standby.expect(sequence, since);
  }
}
