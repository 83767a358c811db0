import type { MikroORM } from '@mikro-orm/postgresql';
import { markForFlags } from '../../src/modules/changes/flag-mark.entity.ts';
import { scheduleDecisionNotices } from '../../src/modules/sales/submission-notices.ts';
import { announceDecision, refreshFlags } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';

/** Passes jobs queued by earlier versions to the loops that do their work now. */
export const earlierJobHandlers = ({ orm }: { orm: MikroORM }): JobHandler[] => [
  handle(announceDecision, (decision) => scheduleDecisionNotices(orm.em.fork(), [decision])),
  handle(refreshFlags, ({ sale_ids }) => markForFlags(orm.em.fork(), sale_ids)),
];
