import { readFileSync } from 'node:fs';

const UNICODE_FULL = 0x0003_000a;

/**
 * The advance widths of the characters of a font, in shares of the font size.
 *
 * @param file a TrueType font with a table of all Unicode characters (format 12)
 */
export function characterWidths(file: string): ReadonlyMap<string, number> {
  const font = readFileSync(file);
  const tables = new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const at = 12 + 16 * index;
      return [font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8)];
    }),
  );
  const table = (name: string): number => {
    const at = tables.get(name);
    if (at === undefined) throw new Error(`The font ${file} has no table ${name}`);
    return at;
  };
  const size = font.readUInt16BE(table('head') + 18);
  const last = font.readUInt16BE(table('hhea') + 34) - 1;
  const widthOf = (glyph: number) => font.readUInt16BE(table('hmtx') + 4 * Math.min(glyph, last)) / size;

  const cmap = table('cmap');
  const encodings = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + 4 + 8 * index);
  const full = encodings.find((at) => font.readUInt32BE(at) === UNICODE_FULL);
  if (full === undefined) throw new Error(`The font ${file} has no table of all Unicode characters`);
  const groups = cmap + font.readUInt32BE(full + 4);
  const widths = new Map<string, number>();
  for (let index = 0; index < font.readUInt32BE(groups + 12); index += 1) {
    const at = groups + 16 + 12 * index;
    const [first, until, glyph] = [
      font.readUInt32BE(at),
      font.readUInt32BE(at + 4),
      font.readUInt32BE(at + 8),
    ];
    for (let code = first; code <= until; code += 1)
      widths.set(String.fromCodePoint(code), widthOf(glyph + code - first));
  }
  return widths;
}
