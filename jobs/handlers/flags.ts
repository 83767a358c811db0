import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../src/lib/clock.ts';
import { refreshFlags as refresh } from '../../src/modules/reviews/flags.service.ts';
import { refreshFlags } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';

/** The job that looks at sales for the reviewers. */
export const flagHandlers = ({ orm, clock }: { orm: MikroORM; clock: Clock }): JobHandler[] => [
  handle(refreshFlags, async ({ sale_ids }) => {
    await refresh({ em: orm.em.fork({ useContext: true }), clock }, sale_ids);
  }),
];
