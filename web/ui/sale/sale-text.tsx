import { STAT_LABELS } from '../../../src/contract/sale/ivs.ts';
import { findNature } from '../../../src/contract/sale/natures.ts';
import { formatNumber } from '../../../src/contract/shared/plural.ts';
import { cx } from '../cx.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

interface NatureLabelProps {
  nature: string;
  /** That of its `Tooltip`. */
  inTabOrder?: boolean;
}

/** What a nature does: `Adamant +Atk −SpA`; the five without effect read `Neutral`, their name on hover. */
export function NatureLabel({ nature, inTabOrder }: NatureLabelProps) {
  const known = findNature(nature);
  if (!known) return <span translate="no">{nature}</span>;
  if (known.plus === null || known.minus === null) {
    return (
      <Tooltip content={<span translate="no">{known.name}</span>} inTabOrder={inTabOrder}>
        <span>
          Neutral
          <span translate="no" className="sr-only">
            {` (${known.name})`}
          </span>
        </span>
      </Tooltip>
    );
  }
  return (
    <span translate="no">
      {known.name}{' '}
      <span className="text-xs whitespace-nowrap text-ink-faint">
        +{STAT_LABELS[known.plus]} −{STAT_LABELS[known.minus]}
      </span>
    </span>
  );
}

/** A price in Pokedollars; right-align it where prices stand under each other. */
export function PriceText({ price, size = 'md' }: { price: number; size?: 'md' | 'lg' }) {
  return (
    <span
      className={cx(
        'whitespace-nowrap tabular-nums',
        size === 'lg' ? 'text-xl font-semibold' : 'font-medium',
      )}
    >
      {formatNumber(price)} <span className="text-2xs font-normal text-ink-faint">PD</span>
    </span>
  );
}
