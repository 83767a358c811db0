import { type LevelWithSilent, pino } from 'pino';
import pretty from 'pino-pretty';
import { createLogger, type Logger, type LogTarget } from './logger.ts';

export interface LogSettings {
  logLevel: LevelWithSilent;
  logFormat: 'json' | 'pretty';
}

/** What waits for a standard error that takes nothing more, such as a file on a full disk. */
const WAITING_BYTES = 4_000_000;

function standardError() {
  const stream = pino.destination({ dest: 2, sync: true, maxLength: WAITING_BYTES });
  // There is nowhere to tell it, and an error that nobody hears would end the process.
  stream.on('error', () => undefined);
  return stream;
}

/**
 * The log of a process on its standard error: lines for people at a terminal, JSON elsewhere.
 *
 * @param also where its lines go besides
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
