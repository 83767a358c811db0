import type { JobsOptions } from 'bullmq';
import { DAY_S } from '../contract/shared/dates.ts';
import { codeOf } from '../lib/errors.ts';
import type { JobDefinition } from './definitions.ts';

export type Payload = Record<string, unknown>;

/** The time limit for reaching the queue at the start of some work. */
export const READY_MS = 15_000;

/** Waits for a call of the queue, with a time limit. */
export type Reach = <T>(call: Promise<T>) => Promise<T>;

/** Error codes as `codeOf` gives them. */
export const codes = (...all: number[]): ReadonlySet<string> => new Set(all.map(String));

/** Rethrows errors of BullMQ with other codes. */
export const ignore =
  (ignored: ReadonlySet<string>, onIgnored: () => void = () => undefined) =>
  (error: unknown) => {
    if (!ignored.has(codeOf(error))) throw error;
    onIgnored();
  };

export const jobOptions = ({ attempts, backoffMs }: JobDefinition): JobsOptions => ({
  attempts,
  backoff: { type: 'exponential', delay: backoffMs },
  removeOnComplete: { age: DAY_S, count: 10_000 },
  removeOnFail: { age: 30 * DAY_S, count: 10_000 },
});

/** Not awaited: a server that does not respond does not confirm the end of a connection either. */
export const disconnect = (connected: { disconnect(): Promise<void> } | undefined): void =>
  void connected?.disconnect().catch(() => undefined);
