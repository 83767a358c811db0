import type { CSSProperties } from 'react';

/** The eighteen types: a hue, and how much of it. Sixteen are hidden powers too. */
const TYPES: Readonly<Record<string, readonly [hue: number, chroma: number]>> = {
  Fighting: [22, 1.1],
  Flying: [262, 0.55],
  Poison: [322, 1.1],
  Ground: [72, 0.85],
  Rock: [88, 0.4],
  Bug: [122, 1.05],
  Ghost: [298, 0.75],
  Steel: [225, 0.22],
  Fire: [47, 1.25],
  Water: [245, 1.15],
  Grass: [150, 1.15],
  Electric: [98, 1.4],
  Psychic: [355, 1.25],
  Ice: [203, 0.8],
  Dragon: [278, 1.3],
  Dark: [50, 0.16],
  Normal: [75, 0.3],
  Fairy: [340, 0.75],
};

/** The attributes of an element that is drawn in the colours of a type (web/ui/tokens.css); none without a type. */
export function typeColours(type: string | null | undefined) {
  if (!type) return {};
  const [hue, chroma] = TYPES[type] ?? [];
  return { 'data-type': type, style: { '--type-hue': hue, '--type-chroma': chroma } as CSSProperties };
}
