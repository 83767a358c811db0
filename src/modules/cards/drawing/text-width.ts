import { CARD_FONTS, type Weight } from '../rendering/fonts.ts';
import { characterWidths } from './character-widths.ts';

/** Read for the first card: most processes draw none. */
const widths: Partial<Record<Weight, ReadonlyMap<string, number>>> = {};

/** The width of ♀ and ♂, which are drawn without a font. */
const SIGN = 0.75;

function characterWidth(character: string, weight: Weight): number {
  if (/[♀♂]/.test(character)) return SIGN;
  widths[weight] ??= characterWidths(CARD_FONTS[weight].whole);
  return widths[weight].get(character) ?? 0;
}

/** The width of a text in pixels, without kerning. */
export const textWidth = (text: string, size: number, weight: Weight): number =>
  [...text].reduce((sum, character) => sum + characterWidth(character, weight), 0) * size;

/** Truncates a text to a width, with `…` at the end. */
export function truncated(text: string, size: number, weight: Weight, width: number): string {
  if (textWidth(text, size, weight) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && textWidth(`${characters.join('')}…`, size, weight) > width)
    characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** Breaks a text into lines of a width; a word that is too long is broken. */
function brokenLines(text: string, size: number, weight: Weight, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer, size, weight) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (line !== '' && textWidth(line + character, size, weight) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}

/**
 * A text in the largest size in which it fits into a number of lines; in the smallest one, it is truncated.
 *
 * @param choices sizes with the number of lines that fit, the preferred one first
 */
export function fittedText(
  text: string,
  weight: Weight,
  width: number,
  choices: readonly (readonly [size: number, lines: number])[],
): { size: number; lines: string[] } {
  for (const [size, most] of choices) {
    const lines = brokenLines(text, size, weight, width);
    if (lines.length <= most) return { size, lines };
  }
  const [size, most] = choices.at(-1) ?? [16, 1];
  const lines = brokenLines(text, size, weight, width);
  const last = truncated(lines.slice(most - 1).join(' '), size, weight, width);
  return { size, lines: [...lines.slice(0, most - 1), last] };
}
