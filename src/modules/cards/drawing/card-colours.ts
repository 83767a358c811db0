import { THEME } from '../../../contract/shared/colours.ts';
import { keysOf, recordFor } from '../../../contract/shared/record.ts';

/** The colours of cards: those of the dark theme. */
export const COLOURS = recordFor(keysOf(THEME), (name) => THEME[name][1]);

/** Fill, border and letter of a type's disc. */
interface TypeColours {
  fill: string;
  mark: string;
  ink: string;
}

/** The types of pokemon. The site computes these colours from a hue; the renderer of pictures does not support that. */
export const TYPE_COLOURS: Readonly<Record<string, TypeColours>> = {
  Fighting: { fill: '#451e1d', mark: '#f46e6f', ink: '#ffbcb9' },
  Flying: { fill: '#232b3b', mark: '#829fd2', ink: '#c4d5f4' },
  Poison: { fill: '#39203d', mark: '#cd78da', ink: '#f2c0f9' },
  Ground: { fill: '#3a270f', mark: '#cf9037', ink: '#f2cda0' },
  Rock: { fill: '#302b1f', mark: '#ae9d73', ink: '#ddd3bc' },
  Bug: { fill: '#27300b', mark: '#8ead25', ink: '#cade9c' },
  Ghost: { fill: '#2e273d', mark: '#a78fdb', ink: '#d9ccfa' },
  Steel: { fill: '#252d30', mark: '#89a3ae', ink: '#c8d7de' },
  Fire: { fill: '#461f08', mark: '#f87115', ink: '#ffbf98' },
  Water: { fill: '#092e48', mark: '#12a6ff', ink: '#9ddcff' },
  Grass: { fill: '#0f341a', mark: '#34bb61', ink: '#a6e7b2' },
  Electric: { fill: '#362b00', mark: '#c29b00', ink: '#e9d575' },
  Psychic: { fill: '#451b2d', mark: '#f363a4', ink: '#ffb7d8' },
  Ice: { fill: '#083235', mark: '#00b4bf', ink: '#9fe2e8' },
  Dragon: { fill: '#24264e', mark: '#858cff', ink: '#c3cdff' },
  Dark: { fill: '#2f2a27', mark: '#ab9a91', ink: '#dcd2cc' },
  Normal: { fill: '#302a22', mark: '#af9b80', ink: '#ded2c2' },
  Fairy: { fill: '#392332', mark: '#cd82b4', ink: '#f2c5e2' },
};
