import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { priceEnds } from '../../../src/contract/market/answer-summary.ts';
import type { PriceWarnings } from '../../../src/contract/market/market.ts';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { salePath } from '../../lib/paths.ts';
import type { SaleDraft } from '../../sales/draft/sale-draft.ts';
import { Announced } from '../../ui/announced.tsx';
import { useWarnings } from './use-comparisons.ts';

const OUTSIDE = {
  high: { far: `Over ${LIMITS.review.priceFactor} times`, ask: 'Is there a digit too many?' },
  low: { far: `Under 1/${LIMITS.review.priceFactor} of`, ask: 'Is there a digit missing?' },
};

/** `Over 3 times the middle of 11 comparable sales (400,000 to 2,100,000 PD). Is there a digit too many?` */
function priceWarning({ unusual, comparable, low, high }: PriceWarnings): string | null {
  if (!unusual || low === null || high === null) return null;
  const { far, ask } = OUTSIDE[unusual];
  return `${far} the middle of ${comparable} comparable sales (${priceEnds(low, high)}). ${ask}`;
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-pending-soft px-3 py-2 text-sm font-medium text-pending">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** Warnings about the input; they do not block the submission (docs/product.md "Screens"). */
export function Warnings({ form: { control }, kind }: { form: UseFormReturn<SaleDraft>; kind: SaleKind }) {
  const warnings = useWarnings(kind, useWatch({ control }) as SaleDraft);
  const price = warnings && priceWarning(warnings);
  return (
    <Announced className="space-y-2 empty:hidden">
      {price && <Warning>{price}</Warning>}
      {warnings?.same && (
        <Warning>
          The same sale seems to be in the market history:{' '}
          <a
            href={salePath(warnings.same)}
            target="_blank"
            rel="noopener"
            className="underline underline-offset-2"
          >
            sale #{warnings.same}
            <span className="sr-only">, opens in a new tab</span>
          </a>
          .
        </Warning>
      )}
    </Announced>
  );
}
