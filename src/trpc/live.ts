import { getTRPCErrorFromUnknown, type TrackedEnvelope, tracked } from '@trpc/server';
import { z } from 'zod';
import type { Role, Viewer } from '../contract/accounts/roles.ts';
import type { DomainEventType, EventOf } from '../contract/shared/events.ts';
import { LIMITS } from '../contract/shared/limits.ts';
import { BoundedQueue } from '../lib/bounded-queue.ts';
import { type Actor, actorId, viewerOf } from '../modules/actor.ts';
import { createServices, type Services } from '../runtime/services.ts';
import type { CallContext } from './context.ts';
import { asTrpcError } from './errors.ts';
import { openScope, requireRole } from './procedures.ts';

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/**
 * The items of an iterator, each changed by `change`. An async generator in its place would keep several promises for each
 * subscriber who waits, and a market update has thousands of them.
 */
const changed = <From, To>(
  items: AsyncIterator<From, void>,
  change: (item: From) => To,
): AsyncIterableIterator<To, void> => ({
  next: () =>
    items.next().then(({ done, value }) => (done ? { done, value } : { done: false, value: change(value) })),
  return: async () => {
    await items.return?.();
    return { done: true, value: undefined };
  },
  [Symbol.asyncIterator]() {
    return this;
  },
});

/** The output of a subscription: validates each update against the schema. */
export const zUpdates = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .custom<AsyncIterable<z.input<Schema>, void>>(isAsyncIterable)
    .transform((updates) => changed(updates[Symbol.asyncIterator](), (update) => schema.parse(update)));

/**
 * The same for tracked updates, which carry the position to resume from. An update shared by many subscribers is
 * validated once.
 */
export const zTrackedUpdates = <Schema extends z.ZodType<object, object>>(schema: Schema) => {
  const checked = new WeakMap<object, z.output<Schema>>();
  const check = (update: z.input<Schema>): z.output<Schema> => {
    const known = checked.get(update) ?? schema.parse(update);
    checked.set(update, known);
    return known;
  };
  return z
    .custom<AsyncIterable<TrackedEnvelope<z.input<Schema>>, void>>(isAsyncIterable)
    .transform((updates) =>
      changed(updates[Symbol.asyncIterator](), ([id, update]) => tracked(id, check(update))),
    );
};

/** A subscriber and their current rights. */
export interface Subscriber {
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

/** The account of a subscription, reloaded when its sessions end, its role changes, and at regular intervals. */
class LiveAccount {
  readonly #ctx: CallContext;
  readonly #role: Role;
  readonly #refused: () => void;
  #subscriber: Promise<Subscriber>;

  constructor(ctx: CallContext, role: Role, refused: () => void) {
    this.#ctx = ctx;
    this.#role = role;
    this.#refused = refused;
    this.#subscriber = this.#lookUp();
  }

  check(): void {
    this.#subscriber = this.#lookUp();
  }

  /** The account as of the latest check. @throws DomainError when it may no longer subscribe. */
  now(): Promise<Subscriber> {
    return this.#subscriber;
  }

  #lookUp(): Promise<Subscriber> {
    const found = openScope(this.#ctx, true, false).then((scope) => {
      requireRole(scope.actor, this.#role);
      return { viewer: viewerOf(scope.actor), services: createServices(scope, this.#ctx.runtime) };
    });
    found.catch(this.#refused);
    return found;
  }
}

/** What a subscriber receives. */
interface Subscription<Item, Update> {
  /** Filled by `listen`. */
  queue: BoundedQueue<Item>;
  /** Starts to fill the queue, and registers cleanup functions with `hold`. */
  listen(hold: (undo: () => void) => void): void;
  /** The updates for an item, in order; null ends the subscription. */
  updatesFor(item: Item): readonly Update[] | null | Promise<readonly Update[] | null>;
  /** Awaited before each item and whenever the queue is woken. */
  check?(): Promise<unknown> | undefined;
}

/**
 * The updates for the items of a queue, until the signal aborts. Failures are reported like those of calls, because a
 * subscription outlives the middleware that does so for calls.
 *
 * @throws TRPCError when a check or an item fails
 */
export async function* queuedUpdates<Item, Update>(
  ctx: CallContext,
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
    const error = asTrpcError(getTRPCErrorFromUnknown(cause));
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
  const queue = new BoundedQueue<EventOf<Type> | null>(LIMITS.live.waiting, null);
  let account: LiveAccount | undefined;
  return queuedUpdates(ctx, signal, {
    queue,
    listen(hold) {
      for (const type of channel.types) hold(events.on(type, (event) => queue.push(event)));
      // Checked after subscribing to revocations, so that one since the check of the call is not missed.
      const listening = new LiveAccount(ctx, channel.role, () => queue.wake());
      account = listening;
      hold(
        events.on('session.revoked', ({ user_id }) => {
          if (user_id === actorId(ctx.actor)) listening.check();
        }),
      );
      hold(
        events.onGap(() => {
          listening.check();
          queue.push(null);
        }),
      );
      const clock = setInterval(() => listening.check(), LIMITS.live.recheckMs).unref();
      hold(() => clearInterval(clock));
    },
    check: () => account?.now(),
    async updatesFor(event) {
      if (event === null) return channel.missed === null ? null : [channel.missed];
      const listening = await account?.now();
      if (!listening) return null;
      const update = await channel.updateFor(event, listening);
      return update === null ? [] : [update];
    },
  });
}
