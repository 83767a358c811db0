/** The weights of Inter that cards use. */
export type Weight = 400 | 600;

/** Widths of the characters from space to `~`, in thousandths of the font size, from the font's own table. */
const WIDTHS: Record<Weight, readonly number[]> = {
  400: [
    281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610, 618, 646,
    593, 620, 566, 619, 620, 288, 302, 662, 662, 662, 511, 966, 690, 654, 730, 722, 601, 590, 746, 743, 269,
    571, 672, 565, 903, 753, 765, 639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471,
    456, 323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600, 612, 612, 376, 528,
    327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662,
  ],
  600: [
    252, 321, 523, 644, 650, 1004, 663, 326, 373, 373, 540, 673, 319, 465, 319, 379, 660, 423, 623, 636, 666,
    612, 640, 576, 640, 640, 319, 329, 673, 673, 673, 543, 999, 728, 659, 737, 722, 605, 588, 749, 746, 277,
    580, 703, 565, 922, 759, 769, 645, 773, 652, 650, 660, 736, 728, 1020, 720, 713, 652, 373, 379, 373, 481,
    469, 351, 574, 624, 583, 624, 591, 389, 625, 612, 262, 262, 569, 262, 900, 612, 609, 624, 624, 397, 549,
    353, 612, 587, 839, 569, 588, 566, 455, 359, 455, 673,
  ],
};

/** The width of ♀ and ♂, which are drawn without a font. */
const SIGN = 0.75;

/** The width of characters that are not in the table; few are wider. */
const OTHER = 1.1;

/** A letter with an accent is as wide as the letter. */
function characterWidth(character: string, weight: Weight): number {
  if (/[♀♂]/.test(character)) return SIGN;
  const base = character.normalize('NFD').codePointAt(0) ?? 0;
  const known = WIDTHS[weight][base - 0x20];
  return known === undefined ? OTHER : known / 1000;
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
