/** The quantile of the values; 0 for an empty list. `share` is from 0 to 1. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Rounds a figure for display. */
export const rounded = (value: number): number => Number(value.toFixed(value < 10 ? 2 : 1));
