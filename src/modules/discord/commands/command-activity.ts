import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { query } from '../../../db/query.ts';
import { JobProgress } from '../../../queue/job-progress.entity.ts';
import type { WriteScope } from '../../scope.ts';
import { zStoredMoment } from '../discord-state.ts';
import { COMMANDS } from './interaction.ts';

const KEY = 'discord.commands';

const zActivity = z.object({
  last: z.object({ at: zStoredMoment, command: z.enum(COMMANDS) }).optional(),
  failure: z.object({ at: zStoredMoment, reason: z.string() }).optional(),
});

/** The last command, also one that was refused or failed, and the last failure. */
export type CommandActivity = z.output<typeof zActivity>;

/** Records a command or a failure; the other one stays. */
export async function recordActivity({ em, clock }: WriteScope, changed: CommandActivity): Promise<void> {
  await query(em)`insert into job_state (key, value, updated_at)
    values (${KEY}, ${JSON.stringify(changed)}::jsonb, ${clock.now()})
    on conflict (key) do update
    set value = job_state.value || excluded.value, updated_at = excluded.updated_at`;
}

export async function commandActivity(em: EntityManager): Promise<CommandActivity> {
  const row = await em.findOne(JobProgress, { key: KEY });
  return zActivity.safeParse(row?.value).data ?? {};
}
