import type { RequestHandler } from 'express';
import { DomainError } from '../../lib/errors.ts';
import { onceAMinute } from '../../lib/process/once-a-minute.ts';
import { LOST_UPGRADE } from '../../modules/health/setup.probes.ts';
import type { Runtime } from '../../runtime/runtime.ts';

const lost = new DomainError(
  'invalid',
  'UPGRADE_MISSING',
  'A WebSocket needs the headers Upgrade and Connection, which a proxy has removed.',
);

/**
 * Refuses a WebSocket that arrives as an ordinary request: by default, nginx removes the header Upgrade, and pages get no live
 * updates. This is logged at most once a minute, and only while no socket is open, because anybody can send such a request.
 *
 * @param open the number of open sockets
 */
export function refuseLostUpgrade({ logger }: Pick<Runtime, 'logger'>, open: () => number): RequestHandler {
  const warn = onceAMinute(() => logger.warn({ category: 'general' }, LOST_UPGRADE));
  return ({ path, headers }, _response, next) => {
    if (path !== '/' || headers['sec-websocket-key'] === undefined) return next();
    if (open() === 0) warn();
    throw lost;
  };
}
