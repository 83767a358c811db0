import type { Domain, Frame } from './chart-scale.ts';

/** Where days stand in a frame: from left to right. */
export const dayRange = ({ width, padding }: Frame): Domain => [padding.left, width - padding.right];

/** Where values stand in a frame: from its bottom up. */
export const valueRange = ({ height, padding }: Frame): Domain => [height - padding.bottom, padding.top];
