import { Link } from 'wouter';
import type { MarketSearchParams } from '../../../../src/contract/market/market-search-params.ts';
import { lastSales } from '../../../../src/contract/market/page-queries.ts';
import { NORMAL_FORM } from '../../../../src/contract/sale/forms.ts';
import { natureLabel } from '../../../../src/contract/sale/natures.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { salePath } from '../../../lib/paths.ts';
import { dropStaleOnError } from '../../../lib/server/fetched.ts';
import { summarise, type Traits } from '../../../sales/sale-summary.ts';
import { PriceText } from '../../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { fadedIf } from '../../../ui/tables/freshness.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { useSales } from '../list/use-sales.ts';

/** The last sales of the page's filter in short lines, above the chart or next to it. */
export function LastSales({ params }: { params: MarketSearchParams }) {
  const { data, outdated, error } = dropStaleOnError(useSales(lastSales(params)));
  if (error && !data) return null;
  return (
    <section
      aria-label="Last sales"
      className="h-full rounded-lg border border-line bg-surface px-4 pt-3 pb-1"
    >
      <h2 className="pb-1 text-base font-semibold">Last sales</h2>
      {data ? (
        <ol aria-busy={outdated !== null} className={fadedIf(outdated !== null)}>
          {data.data.map((sale) => (
            <LastSale key={sale.sale_id} sale={sale} />
          ))}
        </ol>
      ) : (
        <Skeleton className="h-64" />
      )}
    </section>
  );
}

function LastSale({ sale }: { sale: AnySale }) {
  const { price, traits, proofUrl } = summarise(sale);
  return (
    <li className="border-t border-line">
      <Link
        href={salePath(sale.sale_id)}
        className="flex items-center gap-x-4 py-1.5 text-sm hover:text-accent"
      >
        {traits && <SpreadGlyph spread={traits.spread} />}
        <span className="min-w-0 grow">
          {traits && (
            <span translate="no" className="block truncate">
              {traitText(traits)}
            </span>
          )}
          <span className="block text-xs text-ink-soft">
            <DateText iso={sale.date_sold} />
          </span>
        </span>
        <span className="shrink-0 text-right">
          {price !== null && <PriceText price={price} />}
          <span className="block text-xs text-ink-faint">{proofUrl ? 'With proof' : 'No proof'}</span>
        </span>
      </Link>
    </li>
  );
}

/** `Shiny Adamant, Wash` */
function traitText({ shiny, nature, form }: Traits): string {
  const named = [shiny && 'Shiny', nature && natureLabel(nature)].filter(Boolean).join(' ');
  return form === '' || form === NORMAL_FORM ? named : `${named}, ${form}`;
}
