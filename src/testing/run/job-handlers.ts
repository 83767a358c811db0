import { maintenanceHandlers } from '../../../jobs/handlers/maintenance.ts';
import { moduleHandlers } from '../../../jobs/handlers/module-jobs.ts';
import type { JobDefinition } from '../../queue/definitions.ts';
import type { JobHandler } from '../../queue/job-handler.ts';
import type { TestServer } from './server.ts';

/** The handler of a job that sends no mail. @throws Error when there is none. */
export function handlerOf({ runtime }: TestServer, { name }: Pick<JobDefinition, 'name'>): JobHandler {
  const handlers = [...moduleHandlers(runtime), ...maintenanceHandlers(runtime)];
  const handler = handlers.find(({ definition }) => definition.name === name);
  if (!handler) throw new Error(`No handler for ${name}`);
  return handler;
}
