import { Writable } from 'node:stream';
import { createLogger, type Logger, type LogTarget } from '../../lib/process/logger.ts';

interface LogLine extends Record<string, unknown> {
  level: string;
  msg: string;
}

export interface TestLog {
  logger: Logger;
  lines: LogLine[];
  /** Returns and clears the logged errors; a test that expects errors must take them. */
  takeErrors(): LogLine[];
}

/**
 * A logger that keeps its lines.
 *
 * @param also additional destinations
 */
export function createTestLog(also?: LogTarget): TestLog {
  const lines: LogLine[] = [];
  let seen = 0;
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as LogLine);
      done();
    },
  });
  return {
    lines,
    logger: createLogger('debug', sink, also),
    takeErrors: () => {
      const fresh = lines.slice(seen);
      seen = lines.length;
      return fresh.filter(({ level }) => level === 'error' || level === 'fatal');
    },
  };
}
