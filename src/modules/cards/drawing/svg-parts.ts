import { escapeHtml } from '../../../lib/html.ts';
import { COLOURS } from './card-colours.ts';
import type { Weight } from './text-width.ts';

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

/** A line of text on a baseline. */
export const textAt = (
  x: number,
  y: number,
  text: string,
  { size, weight = 400, colour = 'ink', anchor, spacing }: TextStyle,
): string =>
  element(
    'text',
    {
      ...{ x, y, 'font-size': size, 'font-weight': weight, fill: COLOURS[colour] },
      ...{ 'text-anchor': anchor, 'letter-spacing': spacing },
    },
    escapeHtml(text),
  );
