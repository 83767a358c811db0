import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../../lib/process/root.ts';

export interface CardFont {
  /** With all its characters, in the npm package. */
  whole: string;
  /** With the `SMALL_CHARACTERS` only: `npm run fonts:generate`. */
  small: string;
}

const cardFont = (file: string, small: string): CardFont => ({
  whole: fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}`)),
  small: path.join(ROOT, 'src/modules/cards/rendering/fonts', small),
});

/** The weights of Inter that cards use. */
export type Weight = 400 | 600;

export const CARD_FONTS: Record<Weight, CardFont> = {
  400: cardFont('400Regular/Inter_400Regular.ttf', 'inter-400.ttf'),
  600: cardFont('600SemiBold/Inter_600SemiBold.ttf', 'inter-600.ttf'),
};

/** ASCII, Latin-1, and the punctuation of the sentences of cards. */
const SMALL = /^[ -~\u00a0-\u00ff–—‘’“”…]*$/;

export const SMALL_CHARACTERS: string = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code))
  .filter((character) => SMALL.test(character))
  .join('');

/**
 * The files of the fonts for a picture. The renderer reads a whole file for each glyph, so that a picture with the small
 * fonts takes a third of the time.
 */
export function fontFilesFor(svg: string): string[] {
  const isSmall = SMALL.test(svg);
  return Object.values(CARD_FONTS).map(({ whole, small }) => (isSmall ? small : whole));
}
