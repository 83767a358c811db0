import { format } from 'node:util';
import { type DestinationStream, type LevelWithSilent, multistream, pino, type StreamEntry } from 'pino';
import pretty from 'pino-pretty';
import { requestContext } from './request-context.ts';

export type Logger = pino.Logger;

/** Names of fields whose values never reach a log line, at any depth and in any case. */
const SECRET = /pass(word|wd)?|secret|token|authorization|cookie|totp|recovery|api_?key|webhook/i;

/** A copy of log metadata without secrets; structures are truncated at eight levels. */
export function redact(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (depth > 8) return '[deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      SECRET.test(key) ? '[redacted]' : redact(entry, depth + 1),
    ]),
  );
}

/** The fields of an error that explain it. Its other fields may quote values, such as the `detail` of PostgreSQL. */
function redactError(error: Error & { code?: unknown }, depth: number) {
  const { name: type, message, stack, code, cause } = error;
  return {
    type,
    message,
    stack,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(cause !== undefined && { cause: redact(cause, depth + 1) }),
    ...(error instanceof AggregateError && { errors: redact(error.errors, depth + 1) }),
  };
}

/** An additional destination for log lines, from a level up. */
export interface LogTarget {
  level: LevelWithSilent;
  /** Takes one line of JSON; must neither throw nor log. */
  stream: DestinationStream;
}

const weight = (level: LevelWithSilent) => pino.levels.values[level] ?? Number.POSITIVE_INFINITY;

/** The process's logger: one JSON line per entry on `destination`, with the id of the current request. */
export function createLogger(
  level: LevelWithSilent,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
  also?: LogTarget,
): Logger {
  const targets = [{ level, stream: destination }, ...(also ? [also] : [])];
  const enabledTargets = targets.filter((target) => target.level !== 'silent');
  const lowestLevel = enabledTargets
    .map((target) => target.level)
    .toSorted((a, b) => weight(a) - weight(b))[0];
  return pino(
    {
      level: lowestLevel ?? 'silent',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // `redact` has turned errors into plain objects, whose type pino's serializer would lose.
      serializers: { err: (error) => error },
      mixin: () => ({ ...requestContext() }),
      formatters: {
        level: (label) => ({ level: label }),
        log: (entry) => redact(entry) as Record<string, unknown>,
      },
    },
    also ? multistream(enabledTargets as StreamEntry[]) : destination,
  );
}

interface LogSettings {
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

/** Makes lines of the log from warnings that libraries print, such as BullMQ's about a Redis that evicts keys. */
export function logConsoleWarnings(logger: Logger): void {
  console.warn = (...parts: unknown[]) => logger.warn(format(...parts));
}
