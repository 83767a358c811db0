import { escapeHtml } from '../../../lib/html.ts';
import type { Weight } from '../rendering/fonts.ts';
import { COLOURS } from './card-colours.ts';
import { textWidth } from './text-width.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

const printed = (value: string | number) =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10) : escapeHtml(value);

/** An SVG element; attributes that are undefined are left out. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${printed(value)}"`],
  );
  return `<${name}${given.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`;
}

export interface TextStyle {
  size: number;
  weight?: Weight;
  colour?: keyof typeof COLOURS;
  anchor?: 'start' | 'middle' | 'end';
  spacing?: number;
}

/** Signs that Inter lacks, as lines for a font size of 100, from the baseline. */
const SIGNS = new Map([
  ['♀', 'M18-50a20 20 0 1 0 40 0a20 20 0 1 0-40 0M38-30V2M24-14H52'],
  ['♂', 'M12-24a20 20 0 1 0 40 0a20 20 0 1 0-40 0M46-38L66-60M48-61H67V-41'],
]);
const EACH_SIGN = /([♀♂])/;

/** Characters that cards cannot show: Inter has Latin, Greek and Cyrillic letters and some symbols. */
const MISSING =
  /(?: *[^ -\u0148\u014a-\u01c3\u01c5-\u024f\u0386-\u03cf\u0400-\u0479\u048a-\u049d\u04a0-\u04ff\u1e00-\u1e9b\u1e9e-\u1eff‐-•…€₽←-↙≈≤≥★☆♀♂])+/gu;

/** A text with `…` in place of words and letters that cards cannot show. */
export const drawable = (text: string): string =>
  text.normalize('NFC').replace(MISSING, (run) => (run.startsWith(' ') ? ' …' : '…'));

function signAt(x: number, y: number, d: string, { size, weight, colour = 'ink' }: TextStyle): string {
  return element('path', {
    ...{ d, fill: 'none', stroke: COLOURS[colour], 'stroke-width': weight === 600 ? 10.5 : 7.5 },
    transform: `translate(${x} ${y}) scale(${size / 100})`,
  });
}

const SHARE_BEFORE = { start: 0, middle: 0.5, end: 1 };

/** A line of text on a baseline. */
export function textAt(x: number, y: number, text: string, style: TextStyle): string {
  const { size, weight = 400, colour = 'ink', anchor, spacing } = style;
  const parts = text.split(EACH_SIGN).filter((part) => part !== '');
  if (parts.length > 1 || SIGNS.has(text)) {
    let left = x - textWidth(text, size, weight) * SHARE_BEFORE[anchor ?? 'start'];
    return parts
      .map((part) => {
        const at = left;
        left += textWidth(part, size, weight);
        const sign = SIGNS.get(part);
        // A space at the start of an element is not drawn.
        return sign
          ? signAt(at, y, sign, style)
          : textAt(at, y, part.replace(/^ /, '\u00a0'), { ...style, anchor: 'start' });
      })
      .join('');
  }
  return element(
    'text',
    {
      ...{ x, y, 'font-size': size, 'font-weight': weight, fill: COLOURS[colour] },
      ...{ 'text-anchor': anchor, 'letter-spacing': spacing },
    },
    escapeHtml(text),
  );
}
