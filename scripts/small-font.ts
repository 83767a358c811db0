import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { type CardFont, SMALL_CHARACTERS } from '../src/modules/cards/rendering/fonts.ts';

/** The bytes of the small file of a font. */
export const smallFont = ({ whole }: CardFont): Promise<Buffer> =>
  subsetFont(readFileSync(whole), SMALL_CHARACTERS, { targetFormat: 'truetype', noLayoutClosure: true });
