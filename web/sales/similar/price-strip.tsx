import { formatPrice } from '../../../src/contract/sale/price.ts';

interface PriceStripProps {
  /** The range of the comparable sales. */
  low: number;
  high: number;
  /** The prices of some of them. */
  prices: readonly number[];
  /** The price to compare. */
  price: number | null;
}

/**
 * Sold prices on a logarithmic scale, a dot each, with the price to compare. Hidden from screen readers, because the text
 * next to it has the same information.
 */
export function PriceStrip({ low, high, prices, price }: PriceStripProps) {
  const from = Math.min(low, price ?? low);
  const to = Math.max(high, price ?? high);
  if (from === to) return null;
  const percent = (value: number) => (100 * Math.log(value / from)) / Math.log(to / from);
  const at = (value: number) => ({ left: `${percent(value)}%` });
  const dots = [...new Set(prices)].filter((value) => value >= low && value <= high);
  return (
    <div aria-hidden className="max-w-xl px-1.5">
      <div className="relative h-8">
        <div className="ruler absolute inset-x-0 bottom-0" />
        <div
          className="absolute bottom-2 h-2.5 rounded-full bg-accent-soft"
          style={{ ...at(low), width: `${percent(high) - percent(low)}%` }}
        />
        {dots.map((value) => (
          <span
            key={value}
            className="absolute bottom-2 size-2.5 -translate-x-1/2 rounded-full border border-surface bg-accent"
            style={at(value)}
          />
        ))}
        {price !== null && (
          <span className="absolute bottom-0 h-8 w-0.5 -translate-x-1/2 bg-pending" style={at(price)}>
            <span className="absolute -top-0.5 left-1/2 size-2.5 -translate-x-1/2 rotate-45 bg-pending" />
          </span>
        )}
      </div>
      <div className="mt-1 flex justify-between text-2xs text-ink-faint tabular-nums">
        <span>{formatPrice(from)}</span>
        <span>{formatPrice(to)}</span>
      </div>
    </div>
  );
}
