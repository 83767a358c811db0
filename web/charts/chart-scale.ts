export * from '../../src/contract/market/chart-scale.ts';

/** The size of a drawing and the padding for its ticks, in CSS pixels. */
export interface Frame {
  width: number;
  height: number;
  padding: { top: number; right: number; bottom: number; left: number };
}
