import type { Domain, Frame } from './chart-scale.ts';

/** The horizontal range of days, from left to right. */
export const dayRange = ({ width, padding }: Frame): Domain => [padding.left, width - padding.right];

/** The vertical range of values, from bottom to top. */
export const valueRange = ({ height, padding }: Frame): Domain => [height - padding.bottom, padding.top];
