import type { Domain, Frame } from './chart-scale.ts';

/** Horizontal range of a frame, from left to right. */
export const dayRange = ({ width, padding }: Frame): Domain => [padding.left, width - padding.right];

/** Vertical range of a frame, from bottom to top. */
export const valueRange = ({ height, padding }: Frame): Domain => [height - padding.bottom, padding.top];
