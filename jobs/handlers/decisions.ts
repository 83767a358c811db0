import type { MikroORM } from '@mikro-orm/postgresql';
import { scheduleDecisionNotices } from '../../src/modules/sales/decision-notices.ts';
import { announceDecision } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';

/** Hands the jobs of an earlier version to the decision loop. */
export const decisionHandlers = ({ orm }: { orm: MikroORM }): JobHandler[] => [
  handle(announceDecision, (decision) => scheduleDecisionNotices({ em: orm.em.fork() }, [decision])),
];
