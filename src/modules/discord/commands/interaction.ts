import { z } from 'zod';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { COMMAND_NAMES, type CommandName } from './command-list.ts';

/** A command of a user, or a request for choices while they type one. */
export interface CommandInteraction {
  type: 'command' | 'autocomplete';
  applicationId: string;
  /** Authorises replies for 15 minutes; a secret. */
  token: string;
  userId: string;
  command: CommandName;
  options: Readonly<Record<string, string>>;
}

export type Interaction = { type: 'ping' } | CommandInteraction;

/** Types of interactions, by Discord's numbers. */
const TYPES = { ping: 1, command: 2, autocomplete: 4 } as const;

const zDiscordId = z.string().regex(/^\d{1,20}$/);
const zUser = z.object({ id: zDiscordId });

const zOption = z.object({ name: z.string(), value: z.string().max(LIMITS.paste.length) });

const command = {
  application_id: zDiscordId,
  token: z.string().regex(/^[\w.-]{1,1000}$/),
  /** In a server. */
  member: z.object({ user: zUser }).nullish(),
  /** In a direct message. */
  user: zUser.nullish(),
  data: z.object({ name: z.enum(COMMAND_NAMES), options: z.array(zOption).max(25).default([]) }),
};

/** What Discord sends, as far as it is used here. */
export const zInteraction = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal(TYPES.ping) }),
    z.object({ type: z.literal(TYPES.command), ...command }),
    z.object({ type: z.literal(TYPES.autocomplete), ...command }),
  ])
  .transform((sent, context): Interaction => {
    if (sent.type === TYPES.ping) return { type: 'ping' };
    const user = sent.member?.user ?? sent.user;
    if (!user) {
      context.addIssue('user is missing');
      return z.NEVER;
    }
    return {
      type: sent.type === TYPES.command ? 'command' : 'autocomplete',
      applicationId: sent.application_id,
      token: sent.token,
      userId: user.id,
      command: sent.data.name,
      options: Object.fromEntries(sent.data.options.map(({ name, value }) => [name, value])),
    };
  });
