import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { formatNumber } from '../src/contract/shared/plural.ts';
import { CARD_FONTS, type CardFont, SMALL_CHARACTERS } from '../src/modules/cards/rendering/fonts.ts';

export const smallFont = ({ whole }: CardFont): Promise<Buffer> =>
  subsetFont(readFileSync(whole), SMALL_CHARACTERS, {
    targetFormat: 'truetype',
    noLayoutClosure: true,
    // Of the family, with its typographic name: without that one, the semibold font is not a weight of Inter.
    preserveNameIds: [1, 2, 16, 17],
  });

if (import.meta.main)
  for (const font of Object.values(CARD_FONTS)) {
    const bytes = await smallFont(font);
    writeFileSync(font.small, bytes);
    process.stdout.write(`${font.small}: ${formatNumber(bytes.length)} bytes\n`);
  }
