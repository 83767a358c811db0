import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { codeOf, notFound } from '../../lib/errors.ts';
import { parseJson } from '../../lib/parse-input.ts';
import { damaged, FORMAT, type Manifest, zManifest } from './manifest.ts';

/**
 * A backup is a compressed tar. The rows of each table are split into entries `rows/<table>/<number>`, because tar
 * needs the size of an entry in advance. `manifest.json` comes last, so a truncated file is never taken for complete.
 */
const MANIFEST = 'manifest.json';
const PART = /^rows\/([a-z0-9_]+)\/(\d{6,})$/;
/** Bytes per part; only a few parts are in memory at a time. */
export const PART_BYTES = 4 * 1024 * 1024;
const LARGEST_ENTRY = 2 * PART_BYTES;

export interface ArchiveWriter {
  part(table: string, number: number, content: Buffer): Promise<void>;
  finish(manifest: Manifest): Promise<void>;
  /** Stops writing an unfinished file. */
  abandon(): Promise<void>;
}

/** Creates a file that only its owner can read. */
export async function writeArchive(file: string): Promise<ArchiveWriter> {
  const target = await open(file, 'wx', 0o600);
  const tar = pack();
  const output = createWriteStream(file, { fd: target, flush: true });
  const written = pipeline(tar, createGzip(), output);
  written.catch(() => undefined);
  const entry = (name: string, content: Buffer) => {
    const added = new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      tar.entry({ name, mode: 0o600 }, content, done).on('error', reject);
    });
    // An entry fails only with the whole archive, and only the pipeline knows the reason. An entry that waits for a full
    // disk never ends.
    return Promise.race([added.catch(() => written), written]);
  };
  return {
    part: (table, number, content) => entry(`rows/${table}/${String(number).padStart(6, '0')}`, content),
    async finish(manifest) {
      await entry(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
      tar.finalize();
      await written;
    },
    async abandon() {
      tar.destroy();
      await written.catch(() => undefined);
    },
  };
}

interface ArchiveReader {
  /** Receives the parts of each table in order, each once. */
  part(table: string, content: Buffer): Promise<void> | void;
  /** Called with the number of bytes read from the file so far. */
  progress?: (bytes: number) => void;
}

function parseManifest(content: Buffer): Manifest {
  const parsed = parseJson(content.toString('utf8'));
  if (parsed === undefined) throw damaged('its manifest cannot be read');
  const { format } = (parsed ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > FORMAT)
    throw damaged(`it was written in format ${format}, which only a newer version reads`);
  const { data, success } = zManifest.safeParse(parsed);
  if (!success) throw damaged('its manifest is invalid');
  return data;
}

/**
 * Reads a backup from start to end.
 *
 * @returns its manifest, the last entry
 * @throws DomainError not_found when the file does not exist, unavailable when it is not a complete backup; errors of
 *   `part` pass through.
 */
export async function readArchive(file: string, reader: ArchiveReader): Promise<Manifest> {
  const source = createReadStream(file);
  const next = new Map<string, number>();
  let manifest: Manifest | undefined;
  let failure: unknown;

  /** @param content null when it is too large */
  async function take(name: string, content: Buffer | null): Promise<void> {
    if (content === null) throw damaged('a part is too large');
    reader.progress?.(source.bytesRead);
    if (manifest) throw damaged('it has data after its manifest');
    if (name === MANIFEST) {
      manifest = parseManifest(content);
      return;
    }
    const [, table = '', number] = PART.exec(name) ?? [];
    const expected = next.get(table) ?? 1;
    if (Number(number) !== expected) throw damaged('a part is missing or out of order');
    next.set(table, expected + 1);
    await reader.part(table, content);
  }

  const tar = extract();
  const unpacked = pipeline(source, createGunzip(), tar);
  // Reading the entries fails with the same error.
  unpacked.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      const content = size > LARGEST_ENTRY ? null : await buffer(entry);
      await take(name, content).catch((error: unknown) => {
        failure = error;
        throw error;
      });
    }
    await unpacked;
  } catch (error) {
    if (failure) throw failure;
    const code = codeOf(error);
    if (code === 'ENOENT') throw notFound(`file: ${file}`);
    if (/^E[A-Z]+$/.test(code)) throw error;
    throw damaged('it is cut off or corrupt');
  }
  if (!manifest) throw damaged('it ends before its manifest');
  return manifest;
}
