import { writeFileSync } from 'node:fs';
import { formatCount } from '../src/contract/shared/plural.ts';
import { CARD_FONTS } from '../src/modules/cards/rendering/fonts.ts';
import { smallFont } from './small-font.ts';

for (const font of CARD_FONTS) {
  const bytes = await smallFont(font);
  writeFileSync(font.small, bytes);
  process.stdout.write(`${font.small}: ${formatCount(bytes.length)} bytes\n`);
}
