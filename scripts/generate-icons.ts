import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { ROOT } from '../src/lib/process/root.ts';

const FOLDER = path.join(ROOT, 'web/public');
const ROUNDED = readFileSync(path.join(FOLDER, 'favicon.svg'), 'utf8');
/** Phones cut icons into their own shape; the bars are inside the circle that each shape keeps. */
const SQUARE = ROUNDED.replace('viewBox="0 0 32 32"', 'viewBox="-2 -2 36 36"').replace(
  '<rect width="32" height="32" rx="7"',
  '<rect x="-4" y="-4" width="40" height="40"',
);

const pngOf = (svg: string, size: number): Buffer =>
  new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();

/** An icon file with one picture. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  // An icon, with one picture of this size, 32 bits per pixel, after the header.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** The icons that are made from `favicon.svg`, by their path. */
export const icons = (): [file: string, content: Buffer][] => [
  [path.join(FOLDER, 'favicon.ico'), icoOf(pngOf(ROUNDED, 32), 32)],
  [path.join(FOLDER, 'apple-touch-icon.png'), pngOf(SQUARE, 180)],
  [path.join(FOLDER, 'icon-192.png'), pngOf(ROUNDED, 192)],
  [path.join(FOLDER, 'icon-512.png'), pngOf(SQUARE, 512)],
];

if (import.meta.main) for (const [file, content] of icons()) writeFileSync(file, content);
