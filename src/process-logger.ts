import { pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';
import { createLogger, type Logger } from './lib/logger.ts';

/** The log of a process on its standard error: lines for people at a terminal, JSON elsewhere. */
export function processLogger({ logLevel, logFormat }: Config): Logger {
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
