import { memo } from 'react';
import { VictoryAxis } from 'victory-axis';
import { VictoryChart } from 'victory-chart';
import { VictoryContainer } from 'victory-core';
import { VictoryScatter } from 'victory-scatter';
import { type Domain, type PriceScale, place, shortPrice, type Tick } from './chart-scale.ts';

/** A sale, or a day of sales, and where it stands. */
export interface Dot {
  date: string;
  day: number;
  price: number;
  low: number;
  high: number;
  volume: number;
}

/** The plot's size and the room for its ticks, in CSS pixels. */
export interface Frame {
  width: number;
  height: number;
  padding: { top: number; right: number; bottom: number; left: number };
}

interface PricePlotProps {
  dots: readonly Dot[];
  frame: Frame;
  days: Domain;
  dayTicks: readonly Tick[];
  prices: PriceScale;
}

const TICK_LABELS = {
  fill: 'var(--color-ink-faint)',
  fontFamily: 'var(--font-sans)',
  fontSize: 11,
  padding: 6,
};
const DAY_AXIS = {
  axis: { stroke: 'var(--color-line-strong)' },
  ticks: { stroke: 'var(--color-line-strong)', size: 4 },
  tickLabels: TICK_LABELS,
};
const PRICE_AXIS = {
  axis: { stroke: 'none' },
  grid: { stroke: 'var(--color-line)' },
  tickLabels: TICK_LABELS,
};

/** Where prices stand in a frame: from its bottom up. */
export const priceRange = ({ height, padding }: Frame): Domain => [height - padding.bottom, padding.top];
/** Where days stand in a frame: from left to right. */
export const dayRange = ({ width, padding }: Frame): Domain => [padding.left, width - padding.right];

interface MarkProps {
  x?: number;
  y?: number;
  datum?: Dot;
  lineOf: (price: number) => number;
}

/** One sale is a dot; a day of several has a line behind it, from its lowest to its highest price. */
function Mark({ x, y, datum, lineOf }: MarkProps) {
  return (
    <g>
      {datum && datum.low !== datum.high && (
        <line
          x1={x}
          x2={x}
          y1={lineOf(datum.low)}
          y2={lineOf(datum.high)}
          className="stroke-accent/30"
          strokeWidth={2}
          strokeLinecap="round"
        />
      )}
      <circle cx={x} cy={y} r={3.5} className="fill-accent/75 stroke-surface" strokeWidth={0.75} />
    </g>
  );
}

/** Dots over axes; drawn anew only when the figures or the size change. */
export const PricePlot = memo(function PricePlot({ dots, frame, days, dayTicks, prices }: PricePlotProps) {
  const labels = new Map(dayTicks.map(({ at, label }) => [at, label]));
  const lineOf = (price: number) => place(price, prices.domain, priceRange(frame), prices.log);
  return (
    <VictoryChart
      width={frame.width}
      height={frame.height}
      padding={frame.padding}
      domain={{ x: [...days], y: [...prices.domain] }}
      scale={{ x: 'linear', y: prices.log ? 'log' : 'linear' }}
      containerComponent={<VictoryContainer responsive={false} />}
    >
      <VictoryAxis
        dependentAxis
        tickValues={[...prices.ticks]}
        tickFormat={shortPrice}
        style={PRICE_AXIS}
        crossAxis={false}
      />
      <VictoryAxis
        tickValues={[...labels.keys()]}
        tickFormat={(day: number) => labels.get(day) ?? ''}
        style={DAY_AXIS}
        crossAxis={false}
        orientation="bottom"
      />
      <VictoryScatter data={[...dots]} x="day" y="price" dataComponent={<Mark lineOf={lineOf} />} />
    </VictoryChart>
  );
});
