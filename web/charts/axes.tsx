import { memo } from 'react';
import { VictoryAxis, type VictoryAxisProps } from 'victory-axis';
import { type PriceScale, shortPrice, type Tick } from '../../src/contract/market/chart-scale.ts';
import { Drawing } from './drawing.tsx';
import type { Frame } from './frame.ts';
import { domainOf, type Span } from './span.ts';

const TICK_LABELS = { padding: 6 };
const DAY_GRID = {
  axis: { stroke: 'var(--color-line-strong)' },
  grid: { stroke: 'var(--color-line)', strokeDasharray: '2 3' },
  ticks: { size: 0 },
};
const DAY_AXIS = {
  axis: { stroke: 'var(--color-line-strong)' },
  ticks: { stroke: 'var(--color-line-strong)', size: 4 },
  tickLabels: TICK_LABELS,
};
const VALUE_AXIS = {
  axis: { stroke: 'none' },
  grid: { stroke: 'var(--color-line)' },
  tickLabels: TICK_LABELS,
};

interface TickTextProps {
  x?: number;
  y?: number;
  text?: string;
  textAnchor?: 'start' | 'middle' | 'end';
  verticalAnchor?: 'start' | 'middle' | 'end';
}

/** A tick's label. Victory's own label measures itself on every render, which forces a layout of the whole page. */
const TickText = ({ x, y, text, textAnchor, verticalAnchor }: TickTextProps) => (
  <text
    x={x}
    y={y}
    dy={verticalAnchor === 'start' ? '0.8em' : '0.35em'}
    textAnchor={textAnchor}
    className="fill-ink-faint text-2xs tabular-nums"
  >
    {text}
  </text>
);
const TICK_TEXT = <TickText />;
const NoText = () => null;
const NO_TEXT = <NoText />;

interface AxesProps {
  frame: Frame;
  days: Span;
  ticks: readonly Tick[];
  /** The scale of the prices, or of the numbers of sales. */
  values: PriceScale;
  /** Labels the days; without it there are grid lines at them. */
  labelsDays?: boolean;
}

export const Axes = memo(function Axes({ frame, days, ticks, values, labelsDays = false }: AxesProps) {
  const labels = new Map(ticks.map(({ at, label }) => [at, label]));
  const shared: VictoryAxisProps = {
    ...frame,
    domain: { x: [...domainOf(days)], y: [...values.domain] },
    scale: { x: 'linear', y: values.log ? 'log' : 'linear' },
    standalone: false,
    crossAxis: false,
  };
  return (
    // A translation would hide the texts: it puts elements of HTML into the picture.
    <div translate="no" className="contents">
      <Drawing frame={frame}>
        <VictoryAxis
          {...shared}
          dependentAxis
          tickValues={[...values.ticks]}
          tickFormat={shortPrice}
          tickLabelComponent={TICK_TEXT}
          style={VALUE_AXIS}
        />
        <VictoryAxis
          {...shared}
          tickValues={[...labels.keys()]}
          tickFormat={(day: number) => labels.get(day) ?? ''}
          tickLabelComponent={labelsDays ? TICK_TEXT : NO_TEXT}
          style={labelsDays ? DAY_AXIS : DAY_GRID}
          orientation="bottom"
        />
      </Drawing>
    </div>
  );
});
