import type { ReactNode } from 'react';
import { place, priceScale, shortPrice } from '../../../src/contract/market/chart-scale.ts';
import { priceText } from '../../../src/contract/sale/price.ts';
import { cx } from '../../ui/cx.ts';

interface PriceStripProps {
  /** The range of the compared sales. */
  low: number;
  high: number;
  /** The prices of exact matches and of similar sales. */
  exact: readonly number[];
  similar: readonly number[];
  price: number | null;
}

const HEIGHT = 32;
const TICK = 7;
const SCATTER = 14;
const GOLDEN_RATIO = 0.618;

/** How far from the middle of a strip a dot lies, so that some of the dots can be counted; at most half of `range`. */
export const scattered = (index: number, range: number): number =>
  (((index * GOLDEN_RATIO) % 1) - 0.5) * range;

/**
 * Sold prices on the scale of the chart, a dot each, with the price to compare. Hidden from screen readers, because the text
 * next to it has the same information.
 */
export function PriceStrip({ low, high, exact, similar, price }: PriceStripProps) {
  const from = Math.min(low, price ?? low);
  const to = Math.max(high, price ?? high);
  if (from === to) return null;
  const { domain, log, ticks } = priceScale(from, to);
  const percent = (value: number) => `${place(value, domain, [0, 100], log).toFixed(1)}%`;
  const dots = (prices: readonly number[], radius: number) =>
    [...prices.entries()].map(([index, value]) => (
      <circle
        key={index}
        cx={percent(value)}
        cy={HEIGHT / 2 + scattered(index, prices.length > 1 ? SCATTER : 0)}
        r={radius}
      />
    ));
  return (
    <div aria-hidden className="max-w-xl px-3">
      <div className="relative" style={{ height: HEIGHT }}>
        <svg aria-hidden className="absolute inset-0 size-full overflow-visible">
          <g className="stroke-line-strong">
            <line x2="100%" y1={HEIGHT} y2={HEIGHT} />
            {ticks.map((tick) => (
              <line key={tick} x1={percent(tick)} x2={percent(tick)} y1={HEIGHT - TICK} y2={HEIGHT} />
            ))}
          </g>
          <g className="fill-accent-soft stroke-accent/70">{dots(similar, 3)}</g>
          <g className="fill-accent stroke-surface">{dots(exact, 4)}</g>
        </svg>
        {price !== null && (
          <span
            className="drawn absolute bottom-0 h-8 w-0.5 -translate-x-1/2 bg-pending"
            style={{ left: percent(price) }}
          >
            <span className="drawn absolute -top-0.5 left-1/2 size-2.5 -translate-x-1/2 rotate-45 bg-pending" />
          </span>
        )}
      </div>
      <div className="relative mt-1 h-4 text-2xs text-ink-faint tabular-nums">
        {ticks.map((tick) => (
          <span key={tick} className="absolute -translate-x-1/2" style={{ left: percent(tick) }}>
            {shortPrice(tick)}
          </span>
        ))}
      </div>
      <div className="mt-1 flex flex-wrap gap-x-3 text-2xs text-ink-faint tabular-nums empty:hidden">
        {exact.length > 0 && similar.length > 0 && (
          <>
            <LegendEntry mark="rounded-full bg-accent">exact</LegendEntry>
            <LegendEntry mark="rounded-full border border-accent/70 bg-accent-soft">similar</LegendEntry>
          </>
        )}
        {price !== null && <LegendEntry mark="rotate-45 bg-pending">{priceText(price)}</LegendEntry>}
      </div>
    </div>
  );
}

const LegendEntry = ({ mark, children }: { mark: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={cx('drawn size-2', mark)} />
    {children}
  </span>
);
