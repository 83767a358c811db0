import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { MarketOverview } from '../../../../src/contract/market/market.ts';
import { KINDS, SALE_KINDS } from '../../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted, formatNumber } from '../../../../src/contract/shared/plural.ts';
import { nameLink } from '../../../lib/name-link.ts';
import { marketPath, salePath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { nameSprites, summarise } from '../../../sales/sale-summary.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { PriceText } from '../../../ui/sale/sale-text.tsx';
import { Sprite } from '../../../ui/sale/sprite.tsx';
import { QueryError } from '../../../ui/states/states.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';

const RECENT = `last ${LIMITS.overview.recentDays} days`;

type Sold = MarketOverview['sales']['item'];

const total = ({ sales }: MarketOverview, of: keyof Sold): number =>
  SALE_KINDS.reduce((sum, kind) => sum + sales[kind][of], 0);

/** Recent sales of both kinds: numbers, the most traded names and the highest prices with proof. */
export default function MarketOverviewPanel(): ReactNode {
  // Open next to the search if wide, and a closed line otherwise.
  const wide = useMedia('xl');
  const query = trpc.market.overview.useQuery({});
  const { data, error } = query;
  if (!data)
    return (
      error && (
        <div className="max-xl:pt-2 max-xl:pb-4">
          <QueryError banner query={query} message="The latest figures did not load." />
        </div>
      )
    );
  const recent = total(data, 'recent');
  if (recent === 0) return <p className="text-sm text-ink-faint">No sales in the {RECENT}.</p>;
  if (wide) return <Figures overview={data} />;
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center gap-2 text-sm text-ink-soft tabular-nums [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <b className="font-semibold text-ink">{counted(total(data, 'today'), 'sale')}</b> today,{' '}
          <b className="font-semibold text-ink">{formatNumber(recent)}</b> in the {RECENT}
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-1 pb-4">
        <Figures overview={data} />
      </div>
    </details>
  );
}

function Figures({ overview }: { overview: MarketOverview }) {
  const { today, since, most_traded: traded, notable } = overview;
  return (
    <section
      aria-label="Recent sales"
      className="grid gap-x-7 gap-y-4 sm:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,1.25fr)] 2xl:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1.25fr)] 2xl:gap-x-10"
    >
      <div className="flex gap-x-8 gap-y-3 sm:flex-col">
        <Numbers title="Today" overview={overview} of="today" from={today} />
        <Numbers title={RECENT} overview={overview} of="recent" from={since} />
      </div>
      <List title={`Most traded, ${RECENT}`}>
        {traded.map(({ kind, name, image_url: imageUrl, pokemon_type: type, sales }) => (
          <Entry
            key={`${kind} ${name}`}
            link={nameLink(kind, name)}
            {...{ name, type, sprites: nameSprites[kind]({ name, imageUrl }) }}
          >
            <span className="text-ink-faint">
              {formatNumber(sales)}
              <span className="sm:max-2xl:sr-only">{sales === 1 ? ' sale' : ' sales'}</span>
            </span>
          </Entry>
        ))}
      </List>
      <List title={`Highest with proof, ${RECENT}`}>
        {notable.map((sale) => {
          const { name, sprites, type } = summarise(sale);
          return (
            <Entry key={sale.sale_id} link={{ href: salePath(sale.sale_id) }} {...{ name, type, sprites }}>
              <span className="mr-3 text-ink-faint max-2xl:hidden">
                <DateText iso={sale.date_sold} />
              </span>
              <PriceText price={sale.price} />
            </Entry>
          );
        })}
        {notable.length === 0 && <li className="text-ink-faint">None with proof yet.</li>}
      </List>
    </section>
  );
}

interface NumbersProps {
  title: string;
  overview: MarketOverview;
  of: keyof Sold;
  /** The first day that is counted. */
  from: string;
}

function Numbers({ title, overview, of, from }: NumbersProps) {
  return (
    <div>
      <h2 className="overline-label">{title}</h2>
      <p className="text-lg font-semibold tabular-nums">{counted(total(overview, of), 'sale')}</p>
      <p className="flex gap-x-3 text-xs whitespace-nowrap tabular-nums">
        {SALE_KINDS.map((kind) => {
          const sold = overview.sales[kind][of];
          const label = counted(sold, kind, KINDS[kind].label.toLowerCase());
          if (sold === 0)
            return (
              <span key={kind} className="text-ink-faint">
                {label}
              </span>
            );
          return (
            <Link
              key={kind}
              href={marketPath({ kind, filters: { date_from: from } })}
              className="link touch-target inline-block"
            >
              {label}
            </Link>
          );
        })}
      </p>
    </div>
  );
}

const List = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <h2 className="overline-label text-balance">{title}</h2>
    <ul className="text-sm">{children}</ul>
  </div>
);

interface EntryProps {
  link: { href: string; state?: object };
  name: string;
  type: string | null;
  sprites: string[];
  /** At the end of the line. */
  children: ReactNode;
}

const Entry = ({ link, name, type, sprites, children }: EntryProps) => (
  <li>
    <Link {...link} className="group/entry flex min-h-7 items-center gap-2 py-0.5 touch:min-h-11">
      <Sprite sources={sprites} name={name} type={type} size={22} />
      <span
        title={name}
        translate="no"
        className="min-w-0 flex-1 line-clamp-2 leading-tight font-medium wrap-anywhere group-hover/entry:text-accent group-hover/entry:underline"
      >
        {name}
      </span>
      <span className="shrink-0 tabular-nums">{children}</span>
    </Link>
  </li>
);
