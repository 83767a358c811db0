import { moduleHandlers } from '../../../jobs/handlers/module-jobs.ts';
import type { JobDefinition } from '../../queue/definitions.ts';
import type { JobHandler } from '../../queue/job-handler.ts';
import type { TestServer } from './server.ts';

/** The handler of a job whose work modules do. @throws Error when there is none. */
export function handlerOf({ runtime }: TestServer, { name }: Pick<JobDefinition, 'name'>): JobHandler {
  const handler = moduleHandlers(runtime).find(({ definition }) => definition.name === name);
  if (!handler) throw new Error(`No handler for ${name}`);
  return handler;
}
