import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { notFound } from '../src/lib/errors.ts';
import { UsageError } from './errors.ts';

export interface Input {
  stream: Readable;
  /** 0 when it is not known: standard input. */
  bytes: number;
  /** How many of them were read so far. */
  bytesRead: () => number;
}

/**
 * A file to read; `-` is standard input.
 *
 * @throws DomainError not_found when there is no such file; UsageError when it is a folder.
 */
export async function openInput(path: string): Promise<Input> {
  if (path === '-') return { stream: process.stdin, bytes: 0, bytesRead: () => 0 };
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? notFound(`file: ${path}`) : error;
  });
  if (!found.isFile()) throw new UsageError(`${path} is not a file`);
  const stream = createReadStream(path);
  return { stream, bytes: found.size, bytesRead: () => stream.bytesRead };
}
