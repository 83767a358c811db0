import type { MikroORM } from '@mikro-orm/postgresql';
import { markForFlags } from '../../src/modules/sales/flag-mark.entity.ts';
import { refreshFlags } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';

/** Passes jobs queued by earlier versions to the flag loop. */
export const flagHandlers = ({ orm }: { orm: MikroORM }): JobHandler[] => [
  handle(refreshFlags, ({ sale_ids }) => markForFlags(orm.em.fork(), sale_ids)),
];
