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

/** The output of a subscription: each of its updates is held against the schema. */
export const zUpdates = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<AsyncIterable<z.input<Schema>>>(isAsyncIterable).transform(async function* (updates) {
    for await (const update of updates) yield await schema.parseAsync(update);
  });

/**
 * The same for updates that carry where the page is to be resumed from. One that many pages are told is held against
 * the schema once.
 */
export const zTrackedUpdates = <Schema extends z.ZodType<object, object>>(schema: Schema) => {
  const checked = new WeakMap<object, z.output<Schema>>();
  const check = (update: z.input<Schema>): z.output<Schema> => {
    const known = checked.get(update) ?? schema.parse(update);
    checked.set(update, known);
    return known;
  };
  return z
    .custom<AsyncIterable<TrackedEnvelope<z.input<Schema>>>>(isAsyncIterable)
    .transform(async function* (updates) {
      for await (const [id, update] of updates) yield tracked(id, check(update));
    });
};

/** Whoever listens, as they are at the moment. */
export interface Listening {
  viewer: Viewer;
  services: Services;
}

export interface Channel<Type extends DomainEventType, Update> {
  /** Who may listen: asked again and again, since a subscription outlives the check at its start. */
  role: Role;
  types: readonly Type[];
  /** What somebody is told of an event; null for nothing. */
  tell(event: EventOf<Type>, to: Listening): Update | null | Promise<Update | null>;
  /** Told in place of what was missed. With null the subscription ends then, to be begun anew. */
  missed: Update | null;
}

/** A subscription of an account, looked up again when its sessions end, its role changes, and every now and then. */
class LiveAccount {
  readonly #ctx: CallContext;
  readonly #role: Role;
  readonly #refused: () => void;
  #listening: Promise<Listening>;

  constructor(ctx: CallContext, role: Role, refused: () => void) {
    this.#ctx = ctx;
    this.#role = role;
    this.#refused = refused;
    this.#listening = this.#lookUp();
  }

  check(): void {
    this.#listening = this.#lookUp();
  }

  /** The account after all that is known to have happened to it. @throws DomainError when it may not listen. */
  now(): Promise<Listening> {
    return this.#listening;
  }

  #lookUp(): Promise<Listening> {
    const found = openScope(this.#ctx, true, false).then((scope) => {
      requireRole(scope.actor, this.#role);
      return { viewer: viewerOf(scope.actor), services: createServices(scope, this.#ctx.runtime) };
    });
    found.catch(this.#refused);
    return found;
  }
}

/** Failures of a subscription, told as those of calls are: it outlives the middleware that does that for them. */
export async function* failingAsCalls<Update>(
  { runtime }: CallContext,
  updates: AsyncGenerator<Update, void>,
): AsyncGenerator<Update, void> {
  try {
    yield* updates;
  } catch (cause) {
    const error = asTrpcError(getTRPCErrorFromUnknown(cause));
    if (error.code === 'INTERNAL_SERVER_ERROR') runtime.logger.error({ err: cause }, 'a subscription failed');
    throw error;
  }
}

/**
 * What comes into a mailbox, as fast as its reader takes it, until the signal ends it.
 *
 * @param listen fills the mailbox from now on, and gives `hold` whatever has to be undone at the end
 * @param check is awaited before each thing, and whenever the mailbox is woken
 */
export async function* arriving<Thing>(
  ctx: CallContext,
  signal: AbortSignal | undefined,
  mailbox: BoundedQueue<Thing>,
  listen: (hold: (undo: () => void) => void) => void,
  check: () => Promise<unknown> | undefined = () => undefined,
): AsyncGenerator<Thing, void> {
  const undo: (() => void)[] = [];
  const wake = () => mailbox.wake();
  try {
    if (ctx.socket) undo.push(ctx.socket.subscribe());
    listen((step) => undo.push(step));
    signal?.addEventListener('abort', wake);
    undo.push(() => signal?.removeEventListener('abort', wake));
    while (!signal?.aborted) {
      await mailbox.ready();
      await ctx.socket?.drained();
      await check();
      const thing = mailbox.take();
      if (thing !== undefined) yield thing;
    }
  } finally {
    for (const step of undo) step();
  }
}

async function* updatesOf<Type extends DomainEventType, Update>(
  ctx: CallContext & { actor: Actor },
  signal: AbortSignal | undefined,
  channel: Channel<Type, Update>,
): AsyncGenerator<Update, void> {
  const { events } = ctx.runtime;
  const mailbox = new BoundedQueue<EventOf<Type> | null>(LIMITS.live.waiting, null);
  let account: LiveAccount | undefined;
  const listen = (hold: (undo: () => void) => void) => {
    for (const type of channel.types) hold(events.on(type, (event) => mailbox.push(event)));
    // Looked up only now that revocations are heard: one that came since the call was checked is not lost.
    const listening = new LiveAccount(ctx, channel.role, () => mailbox.wake());
    account = listening;
    hold(
      events.on('session.revoked', ({ user_id }) => {
        if (user_id === actorId(ctx.actor)) listening.check();
      }),
    );
    hold(
      events.onGap(() => {
        listening.check();
        mailbox.push(null);
      }),
    );
    const clock = setInterval(() => listening.check(), LIMITS.live.recheckMs).unref();
    hold(() => clearInterval(clock));
  };
  for await (const event of arriving(ctx, signal, mailbox, listen, () => account?.now())) {
    const listening = await account?.now();
    if (!listening || (event === null && channel.missed === null)) return;
    const update = event === null ? channel.missed : await channel.tell(event, listening);
    if (update !== null) yield update;
  }
}

/**
 * The updates of a channel for one caller, until the signal ends it or the account may no longer listen. Between two
 * updates nothing of the database is held. A slow reader misses updates rather than making them pile up.
 *
 * @throws TRPCError UNAUTHORIZED or FORBIDDEN when the session has ended or the role does not suffice any more.
 */
export const liveUpdates = <Type extends DomainEventType, Update>(
  ctx: CallContext & { actor: Actor },
  signal: AbortSignal | undefined,
  channel: Channel<Type, Update>,
): AsyncGenerator<Update, void> => failingAsCalls(ctx, updatesOf(ctx, signal, channel));
