import type { TrackedEnvelope } from '@trpc/server';
import { z } from 'zod';
import type { Role, Viewer } from '../contract/accounts/roles.ts';
import type { DomainEventType, EventOf } from '../contract/shared/events.ts';
import { LIMITS } from '../contract/shared/limits.ts';
import { BoundedQueue } from '../lib/bounded-queue.ts';
import { type Actor, actorId, viewerOf } from '../modules/actor.ts';
import { requestChecks } from '../modules/sessions/session-checks.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { createServices, type Services } from '../runtime/services.ts';
import type { CallContext } from './context.ts';
import { DirectUpdates } from './direct-updates.ts';
import { asTrpcError } from './errors.ts';
import { openScope, requireRole } from './procedures.ts';

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** The output of a subscription: validates each update against the schema. */
export const zUpdates = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<AsyncIterable<z.input<Schema>>>(isAsyncIterable).transform(async function* (updates) {
    for await (const update of updates) yield await schema.parseAsync(update);
  });

/** The output of `sharedUpdates`. They are validated where they are made, once for all subscribers. */
export const zSharedUpdates = <Update extends object>() =>
  z.custom<AsyncIterable<TrackedEnvelope<Update>, void>>(isAsyncIterable);

interface Subscriber {
  viewer: Viewer;
  services: Services;
}

export interface Channel<Type extends DomainEventType, Update> {
  /** The minimum role, checked repeatedly: a subscription outlives the check at its start. */
  role: Role;
  types: readonly Type[];
  /** The update that a subscriber gets for an event; null for none. */
  updateFor(event: EventOf<Type>, to: Subscriber): Update | null | Promise<Update | null>;
  /** Sent after events were missed. With null the subscription ends instead, and the client subscribes again. */
  missed: Update | null;
}

/** What subscriptions need of their call. */
interface SubscribedCall extends Pick<CallContext, 'socket'> {
  runtime: Pick<Runtime, 'logger'>;
}

/** What many subscribers share: each item concerns some of them, and results in updates with their positions. */
interface SharedSubscription<Item, Update extends object> {
  /** Calls `receive` for each item, and registers cleanup functions with `hold`. */
  listen(receive: (item: Item) => void, hold: (undo: () => void) => void): void;
  updatesFor(item: Item): readonly TrackedEnvelope<Update>[];
  /** The updates since the last one, from the database: at the start, and after items were dropped for a slow reader. */
  catchUp(): Promise<readonly TrackedEnvelope<Update>[]>;
}

/**
 * The updates of a subscription that shares them with many others, until the signal aborts. While the reader keeps up,
 * they are sent directly; otherwise they wait in a queue.
 *
 * @throws TRPCError when it cannot catch up
 */
export function sharedUpdates<Item, Update extends object>(
  ctx: SubscribedCall,
  signal: AbortSignal | undefined,
  { listen, updatesFor, catchUp }: SharedSubscription<Item, Update>,
): AsyncGenerator<TrackedEnvelope<Update>, void> {
  const { socket } = ctx;
  const direct = socket && new DirectUpdates((message) => socket.send(message));
  const queue = new BoundedQueue<Item>(LIMITS.live.waiting);
  const canSend = () => direct?.isReady && queue.isAwaited && !signal?.aborted && socket?.drained() === null;
  return queuedUpdates(ctx, signal, {
    queue,
    listen(hold) {
      const receive = (item: Item) => {
        if (!direct || !canSend()) return queue.push(item);
        for (const update of updatesFor(item)) direct.send(update);
      };
      listen(receive, hold);
      queue.push(null);
    },
    async updatesFor(item) {
      if (item !== null) return updatesFor(item);
      const [first, ...others] = await catchUp();
      return first ? [direct?.first(first) ?? first, ...others] : [];
    },
  });
}

interface Subscription<Item, Update> {
  /** Filled by `listen`. */
  queue: BoundedQueue<Item>;
  /** Starts to fill the queue, and registers cleanup functions with `hold`. */
  listen(hold: (undo: () => void) => void): void;
  /** The updates for an item, in order, or after items were dropped; null ends the subscription. */
  updatesFor(item: Item | null): readonly Update[] | null | Promise<readonly Update[] | null>;
  /** Awaited before each item and whenever the queue is woken. */
  check?(): Promise<unknown> | undefined;
}

/**
 * The updates for the items of a queue, until the signal aborts. Failures are reported like those of calls, because a
 * subscription outlives the middleware that does so for calls.
 *
 * @throws TRPCError when a check or an item fails
 */
async function* queuedUpdates<Item, Update>(
  ctx: SubscribedCall,
  signal: AbortSignal | undefined,
  { queue, listen, updatesFor, check }: Subscription<Item, Update>,
): AsyncGenerator<Update, void> {
  const undo: (() => void)[] = [];
  const wake = () => queue.wake();
  try {
    if (ctx.socket) undo.push(ctx.socket.subscribe());
    listen((step) => undo.push(step));
    signal?.addEventListener('abort', wake);
    undo.push(() => signal?.removeEventListener('abort', wake));
    while (!signal?.aborted) {
      await queue.ready();
      const draining = ctx.socket?.drained() ?? null;
      if (draining !== null) await draining;
      await check?.();
      const item = queue.take();
      if (item === undefined) continue;
      const found = updatesFor(item);
      const updates = found instanceof Promise ? await found : found;
      if (updates === null) return;
      for (const update of updates) yield update;
    }
  } catch (cause) {
    const error = asTrpcError(cause);
    if (error.code === 'INTERNAL_SERVER_ERROR')
      ctx.runtime.logger.error({ err: cause }, 'subscription failed');
    throw error;
  } finally {
    for (const step of undo) step();
  }
}

/**
 * The updates of a channel for one caller, until the signal aborts or the account may no longer subscribe. Holds no
 * database resources between updates. A slow reader misses updates, so that they do not pile up.
 *
 * @throws TRPCError UNAUTHORIZED or FORBIDDEN when the session has ended or the role is no longer sufficient.
 */
export function liveUpdates<Type extends DomainEventType, Update>(
  ctx: CallContext & { actor: Actor },
  signal: AbortSignal | undefined,
  channel: Channel<Type, Update>,
): AsyncGenerator<Update, void> {
  const { events } = ctx.runtime;
  const queue = new BoundedQueue<EventOf<Type>>(LIMITS.live.waiting);
  let subscriber: Promise<Subscriber>;

  /** Looks the account up again. One that may no longer subscribe ends the subscription at once. */
  function check(): void {
    subscriber = openScope(ctx, true, false).then((scope) => {
      requireRole(scope.actor, channel.role);
      return { viewer: viewerOf(scope.actor), services: createServices(scope, ctx.runtime) };
    });
    subscriber.catch(() => queue.wake());
  }

  return queuedUpdates(ctx, signal, {
    queue,
    listen(hold) {
      for (const type of channel.types) hold(events.on(type, (event) => queue.push(event)));
      hold(requestChecks(events, check, check, (userId) => userId === actorId(ctx.actor)));
      hold(events.onGap(() => queue.push(null)));
      // After the listeners are registered, so that no revocation since the check of the call is missed.
      check();
    },
    check: () => subscriber,
    async updatesFor(event) {
      if (event === null) return channel.missed === null ? null : [channel.missed];
      const update = await channel.updateFor(event, await subscriber);
      return update === null ? [] : [update];
    },
  });
}
