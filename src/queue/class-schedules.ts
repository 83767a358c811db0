import { ErrorCode, getNextMillis, type IQueueBackend, type JobSchedulerJson, type Queue } from 'bullmq';
import { MINUTE_MS } from '../contract/shared/dates.ts';
import { codes, ignore, jobOptions, type Payload, type Reach } from './bullmq.ts';
import { DEFINITIONS, type JobClass, type JobDefinition } from './definitions.ts';

/** The first jobs of a schedule already exist. */
const PLACED = codes(ErrorCode.SchedulerJobIdCollision, ErrorCode.SchedulerJobSlotsBusy);

type ScheduleQueue<B extends IQueueBackend, C> = Pick<
  Queue<Payload, void, string, Payload, void, string, B, C>,
  'getJob' | 'getJobSchedulers' | 'removeJobScheduler' | 'upsertJobScheduler'
>;

const UTC = { tz: 'UTC' };
/** Workers start a job at its time, and place missing schedules each minute. */
const LATE_MS = 5 * MINUTE_MS;

/**
 * Whether the next run is later than the cron says: it was planned while a clock was ahead. The clocks of two processes
 * may differ by a minute, so that they do not plan each other's runs again.
 */
const isTooLate = ({ next = 0 }: JobSchedulerJson, pattern: string): boolean =>
  next > (getNextMillis(Date.now() + MINUTE_MS, { pattern, ...UTC }) ?? Number.POSITIVE_INFINITY);

/** The schedules in the queue of one class of jobs. */
export class ClassSchedules<B extends IQueueBackend, C> {
  readonly #queue: ScheduleQueue<B, C>;
  readonly #reach: Reach;
  /** The scheduled jobs that this version defines. */
  readonly #defined: ReadonlyMap<string, { job: JobDefinition; cron: string }>;

  constructor(queue: ScheduleQueue<B, C>, jobClass: JobClass, reach: Reach) {
    this.#queue = queue;
    this.#reach = reach;
    this.#defined = new Map(
      DEFINITIONS.flatMap((job) =>
        job.class === jobClass && job.cron ? [[job.name, { job, cron: job.cron }]] : [],
      ),
    );
  }

  /** Whether there is any schedule. */
  async exist(): Promise<boolean> {
    return (await this.#placed()).size > 0;
  }

  /**
   * Keeps existing schedules: re-adding one would postpone its overdue job to the next run. One whose next run is too late
   * is added again.
   */
  async place(): Promise<void> {
    const placed = await this.#placed();
    for (const [name, { job, cron }] of this.#defined) {
      const schedule = placed.get(name);
      if (schedule?.pattern !== cron || isTooLate(schedule, cron) || !(await this.#isNextQueued(schedule)))
        await this.#add(job, cron);
    }
  }

  /** The names of existing schedules whose job is overdue, or will start too late. */
  async late(): Promise<string[]> {
    const overdue = Date.now() - LATE_MS;
    return [...(await this.#placed()).values()].flatMap((schedule) => {
      const cron = this.#defined.get(schedule.key)?.cron;
      if (cron === undefined) return [];
      return (schedule.next ?? overdue) < overdue || isTooLate(schedule, cron) ? [schedule.key] : [];
    });
  }

  /** Removes schedules that this version does not have. */
  async removeStale(): Promise<void> {
    for (const key of (await this.#placed()).keys())
      if (!this.#defined.has(key)) await this.#reach(this.#queue.removeJobScheduler(key));
  }

  async #placed(): Promise<Map<string, JobSchedulerJson>> {
    const schedules = await this.#reach(this.#queue.getJobSchedulers());
    return new Map(schedules.map((schedule) => [schedule.key, schedule]));
  }

  /** When two processes start at once, the later one finds that the first job of a schedule already exists. */
  async #add(job: JobDefinition, pattern: string): Promise<void> {
    const template = { name: job.name, data: {}, opts: jobOptions(job) };
    const added = this.#queue.upsertJobScheduler(job.name, { pattern, ...UTC }, template);
    await this.#reach(added.catch(ignore(PLACED)));
  }

  /** By the id that BullMQ gives to the next job of a schedule. */
  async #isNextQueued({ key, next }: JobSchedulerJson): Promise<boolean> {
    return (await this.#reach(this.#queue.getJob(`repeat:${key}:${next}`))) !== undefined;
  }
}
