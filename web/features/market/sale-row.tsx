import { ChevronDown } from 'lucide-react';
import { lazy, memo, Suspense, useId } from 'react';
import type { AnySale } from '../../../src/contract/sale.ts';
import { HiddenPowerChip, ProofLink, SaleTitle } from '../../sales/sale-parts.tsx';
import { summarise, type Traits } from '../../sales/sale-summary.ts';
import { cx } from '../../ui/cx.ts';
import { Cell, Row } from '../../ui/data-table.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { DateText, NatureLabel, PriceText } from '../../ui/sale-text.tsx';
import { SpreadGlyph } from '../../ui/spread-glyph.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { rowButtonId } from './open-sale.ts';

/** Comes when the first row opens. That it cannot be fetched is said in the row: the table is none the worse. */
const SaleOpen = lazy(() => import('./sale-open.tsx').catch(() => ({ default: NotLoaded })));

interface SaleRowProps {
  sale: AnySale;
  columns: number;
  open: boolean;
  onToggle: (saleId: number) => void;
}

/** What a pokemon's row has beside an item's. */
function TraitCells({ traits }: { traits: Traits }) {
  return (
    <>
      <Cell wide className="max-md:order-3">
        <span className="relative z-1 max-md:hidden">
          <SpreadGlyph spread={traits.spread} />
        </span>
        <span className="md:hidden">
          <SpreadGlyph spread={traits.spread} numbers="beside" />
        </span>
      </Cell>
      <Cell className="max-md:order-4">
        <span className="relative z-1">
          <NatureLabel nature={traits.nature ?? ''} />
        </span>
      </Cell>
      <Cell className="max-md:order-6">{traits.ability}</Cell>
      <Cell className="max-md:order-5 max-md:text-right">
        <HiddenPowerChip spread={traits.spread} />
      </Cell>
    </>
  );
}

/** A sale in the table, which opens in place: its name is the button, and the whole row presses it. */
export const SaleRow = memo(function SaleRow({ sale, columns, open, onToggle }: SaleRowProps) {
  const id = useId();
  const summary = summarise(sale);
  const { name, traits, price, proofUrl } = summary;
  return (
    <>
      <Row
        className={cx(
          'group relative',
          open && 'border-b-transparent bg-surface max-md:mb-0! max-md:rounded-b-none! max-md:border-b-0',
        )}
      >
        <Cell className="max-md:order-1 max-md:self-center">
          <SaleTitle summary={summary}>
            <button
              type="button"
              id={rowButtonId(sale.sale_id)}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => onToggle(sale.sale_id)}
              className="text-left text-base font-medium after:absolute after:inset-0 group-hover:text-accent focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent md:text-sm"
            >
              {name}
            </button>
          </SaleTitle>
        </Cell>
        {traits && <TraitCells traits={traits} />}
        <Cell align="right" className="max-md:order-2 max-md:self-center max-md:text-right max-md:text-base">
          {price !== null && <PriceText price={price} />}
        </Cell>
        <Cell
          align="right"
          className={cx(
            'max-md:text-right max-md:text-ink-soft',
            traits ? 'max-md:order-7' : 'max-md:order-9',
          )}
        >
          <span className="relative z-1">
            <DateText iso={sale.date_sold} />
          </span>
        </Cell>
        <Cell className="max-md:order-8">
          {proofUrl ? (
            <ProofLink url={proofUrl} of={`sale ${sale.sale_id}`} className="relative z-1">
              Proof
            </ProofLink>
          ) : (
            <span className="text-ink-faint">No proof</span>
          )}
        </Cell>
        <Cell className="w-8 px-1! max-md:hidden">
          <ChevronDown
            aria-hidden
            className={cx('size-4 text-ink-faint transition-transform', open && 'rotate-180')}
          />
        </Cell>
      </Row>
      {open && (
        <Row className="bg-surface max-md:rounded-t-none max-md:border-t-0">
          <Cell colSpan={columns} wide>
            <div id={id} className="border-line max-md:border-t max-md:pt-3 md:pb-2 md:pl-13">
              <Suspense fallback={<Skeleton className="h-60" />}>
                <SaleOpen sale={sale} />
              </Suspense>
            </div>
          </Cell>
        </Row>
      )}
    </>
  );
});
