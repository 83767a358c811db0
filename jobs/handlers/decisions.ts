import type { MikroORM } from '@mikro-orm/postgresql';
import { publish } from '../../src/events/publish.ts';
import { Sale } from '../../src/modules/sales/sale.entity.ts';
import { announceDecision } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';

/** The jobs that tell others of a decision once it can no longer be undone. */
export function decisionHandlers({ orm }: { orm: MikroORM }): JobHandler[] {
  return [
    handle(announceDecision, async ({ sale_id, decided_at }) => {
      const em = orm.em.fork();
      // Undone meanwhile, or decided again: that decision has a job of its own.
      const decided = { saleId: sale_id, decidedAt: new Date(decided_at), deletedAt: null };
      const sale = await em.findOne(Sale, decided);
      if (!sale?.submittedBy) return;
      const { name, status, submittedBy } = sale;
      await publish(em, [
        { type: 'submission.decided', sale_id, submitted_by: submittedBy.userId, name, status },
      ]);
    }),
  ];
}
