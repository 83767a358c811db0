import { type LevelWithSilent, pino } from 'pino';
import pretty from 'pino-pretty';
import { createLogger, type Logger, type LogTarget } from './logger.ts';

export interface LogSettings {
  logLevel: LevelWithSilent;
  logFormat: 'json' | 'pretty';
}

/** Bytes buffered while standard error accepts no more, such as a file on a full disk. */
const WAITING_BYTES = 4_000_000;

function standardError() {
  const stream = pino.destination({ dest: 2, sync: true, maxLength: WAITING_BYTES });
  // Nothing can be logged here, and an unhandled error event would end the process.
  stream.on('error', () => undefined);
  return stream;
}

/**
 * Logs to standard error: readable lines on a terminal, JSON elsewhere.
 *
 * @param also additional destinations
 */
export function processLogger({ logLevel, logFormat }: LogSettings, also?: LogTarget): Logger {
  const readable = () =>
    pretty({
      destination: standardError(),
      sync: true,
      translateTime: 'SYS:HH:MM:ss',
      ignore: 'requestId,category',
      singleLine: true,
    });
  return createLogger(logLevel, logFormat === 'pretty' ? readable() : standardError(), also);
}
