import { runHandlers } from '../../../jobs/handlers/runs.ts';
import { scheduledHandlers } from '../../../jobs/handlers/scheduled.ts';
import type { JobDefinition } from '../../queue/definitions.ts';
import type { JobHandler } from '../../queue/job-handler.ts';
import type { TestServer } from './server.ts';

/** The handler of a scan, a return or a schedule. @throws Error when there is none. */
export function handlerOf({ runtime }: TestServer, { name }: Pick<JobDefinition, 'name'>): JobHandler {
  const handlers = [...runHandlers(runtime), ...scheduledHandlers(runtime)];
  const handler = handlers.find(({ definition }) => definition.name === name);
  if (!handler) throw new Error(`No handler for ${name}`);
  return handler;
}
