import { useState } from 'react';
import { Link } from 'wouter';
import { FOLLOW_LIMITS } from '../../../src/contract/follows/follow-limits.ts';
import { saleSubject } from '../../../src/contract/market/page-titles.ts';
import { salePath } from '../../lib/paths.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { QueryPlaceholder } from '../../ui/query-error.tsx';
import { DateText, PriceText } from '../../ui/sale-text.tsx';

/** The last sales that matched; loaded when opened. */
export function FollowMatches({ id, label }: { id: number; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-flex min-h-control items-center text-sm">
        Last matches<span className="sr-only"> of {label}</span>
      </summary>
      {open && <Matches id={id} />}
    </details>
  );
}

function Matches({ id }: { id: number }) {
  const query = trpc.follows.byId.useQuery({ id });
  const { data } = query;
  if (!data) return <QueryPlaceholder query={query} message="Failed to load the matches" className="h-24" />;
  if (data.matches.length === 0)
    return <p className="pb-2 text-sm text-ink-soft">None of the matches is still public.</p>;
  return (
    <>
      <ul className="max-w-2xl divide-y divide-line">
        {data.matches.map(({ sale }) => (
          <li key={sale.sale_id} className="flex flex-wrap items-center justify-between gap-x-6 py-1 text-sm">
            <Link
              href={salePath(sale.sale_id)}
              className="link inline-flex min-h-control min-w-0 flex-1 basis-40 items-center wrap-anywhere"
            >
              {saleSubject(sale)}
            </Link>
            <PriceText price={sale.price} />
            <span className="text-ink-soft">
              sold <DateText iso={sale.date_sold} />
            </span>
          </li>
        ))}
      </ul>
      {data.matches.length >= FOLLOW_LIMITS.shown && (
        <p className="pt-1 text-xs text-ink-faint">The last {FOLLOW_LIMITS.shown} matches.</p>
      )}
    </>
  );
}
