import { type LevelWithSilent, pino } from 'pino';
import pretty from 'pino-pretty';
import { createLogger, type Logger } from './logger.ts';

export interface LogSettings {
  logLevel: LevelWithSilent;
  logFormat: 'json' | 'pretty';
}

/** The log of a process on its standard error: lines for people at a terminal, JSON elsewhere. */
export function processLogger({ logLevel, logFormat }: LogSettings): Logger {
  const readable = () =>
    pretty({
      destination: 2,
      sync: true,
      translateTime: 'SYS:HH:MM:ss',
      ignore: 'requestId,category',
      singleLine: true,
    });
  return createLogger(
    logLevel,
    logFormat === 'pretty' ? readable() : pino.destination({ dest: 2, sync: true }),
  );
}
