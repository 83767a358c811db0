import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { codeOf, notFound } from '../src/lib/errors.ts';
import { UsageError } from './errors.ts';

/** @throws UsageError when the name of a file is empty, for example from an unset variable of the shell. */
export function requireFileName(given: string): void {
  if (given.trim() === '') throw new UsageError('The name of the file is empty');
}

/**
 * The size of a file, in bytes.
 *
 * @throws DomainError not_found when the file does not exist; UsageError when it is not a regular file.
 */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? notFound(`file: ${path}`) : error;
  });
  if (!found.isFile()) throw new UsageError(`${path} is not a file`);
  return found.size;
}

interface Input {
  stream: Readable;
  /** 0 when unknown, as for standard input. */
  bytes: number;
  bytesRead: () => number;
}

/** Opens a file for reading, with the errors of `sizeOf` and `requireFileName`; `-` is standard input. */
export async function openInput(path: string): Promise<Input> {
  if (path === '-') return { stream: process.stdin, bytes: 0, bytesRead: () => 0 };
  requireFileName(path);
  const bytes = await sizeOf(path);
  const stream = createReadStream(path);
  // The caller opens the database before it reads; until then nobody would handle an error of `open`.
  await once(stream, 'open');
  return { stream, bytes, bytesRead: () => stream.bytesRead };
}
