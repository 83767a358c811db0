import type { AnySale } from '../../src/contract/sale/sale.ts';
import { NatureLabel, PriceText } from '../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../ui/sale/spread-glyph.tsx';
import { Skeleton } from '../ui/states/states.tsx';
import type { Column } from '../ui/tables/data-table.tsx';
import { DateText } from '../ui/time/date-text.tsx';
import { ListedProof } from './sale-parts.tsx';
import { summarise, type Traits } from './sale-summary.ts';

// Columns that tables of sales share; each table adds how they sort and where they are.

export const PRICE: Column<AnySale> = {
  title: 'Price',
  align: 'right',
  cell: ({ price }) => <PriceText price={price} />,
};

export const DATE_SOLD: Column<AnySale> = {
  title: 'Date sold',
  align: 'right',
  cell: ({ date_sold }) => <DateText iso={date_sold} />,
};

export const PROOF: Column<AnySale> = {
  title: 'Proof',
  cell: ({ sale_id, proof_url }) => <ListedProof url={proof_url} saleId={sale_id} />,
};

/** A pokemon's IVs above its nature and ability. */
function TraitLines({ traits }: { traits: Traits }) {
  return (
    <span className="block">
      <SpreadGlyph spread={traits.spread} numbers="inline" />
      <span className="flex flex-wrap items-center gap-x-1 text-xs text-ink-soft">
        <span>
          <NatureLabel nature={traits.nature ?? ''} /> ·
        </span>
        <span translate="no">{traits.ability}</span>
      </span>
    </span>
  );
}

/** The traits of a sale in one column; empty for an item. */
export const TRAITS: Column<AnySale> = {
  title: 'Traits',
  wide: true,
  cell: (sale) => {
    const { traits } = summarise(sale);
    return traits && <TraitLines traits={traits} />;
  },
  skeleton: <Skeleton className="h-4 w-40 max-md:hidden" />,
};
