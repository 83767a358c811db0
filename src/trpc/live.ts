import { getTRPCErrorFromUnknown } from '@trpc/server';
import { z } from 'zod';
import type { DomainEventType, EventOf } from '../contract/events.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Role, Viewer } from '../contract/roles.ts';
import { Mailbox } from '../lib/mailbox.ts';
import { type Actor, actorId, viewerOf } from '../modules/actor.ts';
import { createServices, type Services } from '../modules/services.ts';
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
      return { viewer: viewerOf(scope.actor), services: createServices(scope) };
    });
    found.catch(this.#refused);
    return found;
  }
}

/**
 * The updates of a channel for one caller, until the signal ends it or the account may no longer listen. Between two
 * updates nothing of the database is held. A slow reader misses updates rather than making them pile up.
 *
 * @throws TRPCError UNAUTHORIZED or FORBIDDEN when the session has ended or the role does not suffice any more.
 */
export async function* liveUpdates<Type extends DomainEventType, Update>(
  ctx: CallContext & { actor: Actor },
  signal: AbortSignal | undefined,
  channel: Channel<Type, Update>,
): AsyncGenerator<Update, void> {
  const { events, logger } = ctx.platform;
  const mailbox = new Mailbox<EventOf<Type> | null>(LIMITS.live.waiting, null);
  const wake = () => mailbox.wake();
  const undo: (() => void)[] = [];
  try {
    if (ctx.socket) undo.push(ctx.socket.subscribe());
    for (const type of channel.types) undo.push(events.on(type, (event) => mailbox.push(event)));
    // Looked up only now that revocations are heard: one that came since the call was checked is not lost.
    const account = new LiveAccount(ctx, channel.role, wake);
    undo.push(
      events.on('session.revoked', ({ user_id }) => user_id === actorId(ctx.actor) && account.check()),
      events.onGap(() => {
        account.check();
        mailbox.push(null);
      }),
    );
    const clock = setInterval(() => account.check(), LIMITS.live.recheckMs).unref();
    undo.push(() => clearInterval(clock));
    signal?.addEventListener('abort', wake);
    undo.push(() => signal?.removeEventListener('abort', wake));

    while (!signal?.aborted) {
      await mailbox.ready();
      await ctx.socket?.drained();
      const listening = await account.now();
      const event = mailbox.take();
      if (event === undefined) continue;
      if (event === null && channel.missed === null) return;
      const update = event === null ? channel.missed : await channel.tell(event, listening);
      if (update !== null) yield update;
    }
  } catch (cause) {
    const error = asTrpcError(getTRPCErrorFromUnknown(cause));
    if (error.code === 'INTERNAL_SERVER_ERROR') logger.error({ err: cause }, 'a subscription failed');
    throw error;
  } finally {
    for (const step of undo) step();
  }
}
