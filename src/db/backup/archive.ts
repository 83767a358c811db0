import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { notFound } from '../../lib/errors.ts';
import { damaged, FORMAT, type Manifest, zManifest } from './manifest.ts';

/**
 * A backup is a compressed tar: the rows of each table in parts, `rows/<table>/<number>`, since a tar has to know the
 * size of what comes before it comes; then `manifest.json`, so that a file that ends early is not taken for whole.
 */
const MANIFEST = 'manifest.json';
const PART = /^rows\/([a-z0-9_]+)\/(\d{6,})$/;
/** Bytes of a part; what is held in memory at a time is a few of them. */
export const PART_BYTES = 4 * 1024 * 1024;
const LARGEST_ENTRY = 2 * PART_BYTES;

export interface ArchiveWriter {
  part(table: string, number: number, content: Buffer): Promise<void>;
  /** Completes the file; until then it does not exist under its name. */
  finish(manifest: Manifest): Promise<void>;
  /** Takes away what there is of an unfinished file. */
  discard(): Promise<void>;
}

/** Begins a file that only its owner can read. */
export async function writeArchive(file: string): Promise<ArchiveWriter> {
  const draft = `${file}.${process.pid}.draft`;
  const target = await open(draft, 'wx', 0o600);
  const tar = pack();
  const output = createWriteStream(draft, { fd: target, flush: true });
  const written = pipeline(tar, createGzip(), output);
  written.catch(() => undefined);
  const entry = (name: string, content: Buffer) => {
    const done = new Promise<void>((resolve, reject) => {
      tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
    });
    // A full disk ends the pipeline, and the entry that waits for it would wait for ever.
    return Promise.race([done, written]);
  };
  return {
    part: (table, number, content) => entry(`rows/${table}/${String(number).padStart(6, '0')}`, content),
    async finish(manifest) {
      await entry(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
      tar.finalize();
      await written;
      await rename(draft, file);
    },
    async discard() {
      tar.destroy();
      await written.catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

export interface ArchiveReader {
  /** Takes the parts of a table, one after the other and each once. */
  part(table: string, content: Buffer): Promise<void> | void;
  /** Told how many bytes of the file have been read. */
  progress?: (bytes: number) => void;
}

function parseManifest(content: Buffer): Manifest {
  const parsed = (() => {
    try {
      return JSON.parse(content.toString('utf8')) as unknown;
    } catch {
      throw damaged('its manifest cannot be read');
    }
  })();
  const { format } = (parsed ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > FORMAT)
    throw damaged(`it was written in format ${format}, which only a newer version reads`);
  const { data, success } = zManifest.safeParse(parsed);
  if (!success) throw damaged('its manifest is not one');
  return data;
}

/**
 * Reads a backup from begin to end.
 *
 * @returns its manifest, which is the last thing in it
 * @throws DomainError not_found for a file that is not there, unavailable for one that is no whole backup; whatever
 *   `part` throws.
 */
export async function readArchive(file: string, reader: ArchiveReader): Promise<Manifest> {
  const source = createReadStream(file);
  const next = new Map<string, number>();
  let manifest: Manifest | undefined;
  let failure: unknown;

  async function take(name: string, content: Buffer): Promise<void> {
    reader.progress?.(source.bytesRead);
    if (manifest) throw damaged('something follows its manifest');
    if (name === MANIFEST) {
      manifest = parseManifest(content);
      return;
    }
    const [, table = '', number] = PART.exec(name) ?? [];
    const expected = next.get(table) ?? 1;
    if (Number(number) !== expected) throw damaged('a part of it is missing or out of place');
    next.set(table, expected + 1);
    await reader.part(table, content);
  }

  const tar = extract();
  tar.on('entry', (header, stream, done) => {
    const chunks: Buffer[] = [];
    stream.on('error', () => undefined);
    stream.on('data', (chunk) => chunks.push(chunk as Buffer));
    stream.on('end', () => {
      take(header.name, Buffer.concat(chunks)).then(
        () => done(),
        (error) => {
          failure = error;
          done(error);
        },
      );
    });
    if ((header.size ?? 0) <= LARGEST_ENTRY) return;
    const tooLarge = damaged('a part of it is too large');
    failure = tooLarge;
    done(tooLarge);
  });
  const unzip = createGunzip();
  // The pipeline tells of the first error; what the others say after it, nobody needs to hear.
  const silently = () => undefined;
  source.on('error', silently);
  unzip.on('error', silently);
  tar.on('error', silently);
  try {
    await pipeline(source, unzip, tar);
  } catch (error) {
    if (failure) throw failure;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw notFound(`file: ${file}`);
    if (/^E[A-Z]+$/.test(code ?? '')) throw error;
    throw damaged('it is cut off, or not what was written');
  }
  if (!manifest) throw damaged('it ends before its manifest');
  return manifest;
}
