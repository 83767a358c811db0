import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { positionSummary } from '../../../../src/contract/market/answer-summary.ts';
import type { SaleFigures } from '../../../../src/contract/market/market.ts';
import {
  checkFilters,
  type NamedCheck,
  type PriceCheck,
} from '../../../../src/contract/market/price-check-search-params.ts';
import { isEmptySpread } from '../../../../src/contract/sale/spreads.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { formatNumber } from '../../../../src/contract/shared/plural.ts';
import FollowButton from '../../../follows/follow-button.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { PERFECT_OPTIONS } from '../../../sales/fields/trait-options.ts';
import { AnswerText } from '../../../sales/similar/answer-text.tsx';
import { useSimilarTo } from '../../../sales/similar/use-similar.ts';
import { pokemonSpriteSources } from '../../../sales/sprite-sources.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { RESULTS, ResultsSkipLink } from '../../../ui/page/results-skip-link.tsx';
import { NatureLabel, PriceText } from '../../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import { Sprite } from '../../../ui/sale/sprite.tsx';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { Untranslated } from '../../../ui/untranslated.tsx';
import { checkLink } from './pasted-checks.ts';

interface Row extends NamedCheck {
  at: number;
  /** The type of the pokemon; null until it is known. */
  type: string | null;
}

function Name({ name, type, check: { form, shiny } }: Row) {
  const sources = pokemonSpriteSources({ name, form: form || undefined, shiny: shiny ?? false });
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Sprite sources={sources} name={name} type={type} size={32} />
      <span translate="no" className="min-w-0 text-base font-medium break-words">
        {name}
        {form && <span className="font-normal text-ink-soft"> {form}</span>}
        {shiny && <span className="font-normal text-ink-soft"> Shiny</span>}
      </span>
    </span>
  );
}

const TraitsText = ({ spread, minPerfectIvs, nature, ability }: PriceCheck) => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
    {isEmptySpread(spread) ? (
      <span className="text-sm text-ink-faint">
        {minPerfectIvs === null ? 'Any IVs' : PERFECT_OPTIONS[minPerfectIvs - 1]?.label}
      </span>
    ) : (
      <SpreadGlyph spread={spread} numbers="inline" />
    )}
    {nature && <NatureLabel nature={nature} />}
    {ability && (
      <span translate="no" className="text-ink-soft">
        {ability}
      </span>
    )}
  </span>
);

const useAnswer = ({ name, check }: NamedCheck) => useSimilarTo({ kind: 'pokemon', name, check, limit: 1 });

const filtersOf = ({ name, check }: NamedCheck) => checkFilters('pokemon', name, check);

/** Whether more than the name is described. */
const hasTraits = (row: NamedCheck): boolean => Object.keys(filtersOf(row)).length > 2;

const NO_SALES = <span className="text-ink-soft">No sales of this name yet.</span>;

/** The answer in sentences. */
function Answer(row: NamedCheck) {
  const similar = useAnswer(row);
  const { data, error } = similar;
  if (error) return <QueryError banner query={similar} />;
  if (!data)
    return (
      // About as high as the answer usually is: without traits, no sales are only similar.
      <div className={hasTraits(row) ? 'min-h-28' : 'min-h-15'}>
        <Skeleton className="h-5 w-56 max-w-full" />
      </div>
    );
  if (data.data.length === 0) return NO_SALES;
  const compared = positionSummary(data.position);
  return (
    <>
      <AnswerText answer={data.answer} compact />
      {compared && <p className="mt-0.5 text-ink-soft tabular-nums">{compared}</p>}
    </>
  );
}

interface FiguresProps {
  row: NamedCheck;
  of: (figures: SaleFigures, noun: string) => ReactNode;
}

/** The answer in figures: those of the exact matches, above those of similar sales. */
function Figures({ row, of }: FiguresProps) {
  const { data, error } = useAnswer(row);
  if (error) return null;
  if (!data)
    return (
      // As high as the figures.
      <span className="flex h-12 flex-col items-end justify-evenly">
        <Skeleton className="h-4 w-14" />
        <Skeleton className="h-4 w-14" />
      </span>
    );
  const { exact, similar } = data.answer;
  if (data.data.length === 0 && exact.sales === 0) return null;
  return (
    <span className="block py-1 whitespace-nowrap tabular-nums">
      <span className="block min-h-5 font-medium">{of(exact, similar ? 'exact' : '')}</span>
      {similar && <span className="block min-h-5 text-ink-soft">{of(similar, 'similar')}</span>}
    </span>
  );
}

const NOTHING = <span className="font-normal text-ink-faint">–</span>;

function pricesOf({ sales, low, high, half_from, half_to }: SaleFigures, noun: string): ReactNode {
  if (sales < 2) return NOTHING;
  const isFew = sales < LIMITS.similar.min;
  if (isFew && noun === 'similar') return <span className="text-ink-faint">too few</span>;
  const [from, to] = isFew ? [low, high] : [half_from, half_to];
  return (
    <>
      {isFew && <span className="mr-1.5 font-normal text-ink-faint">all</span>}
      {from !== to && <span className="font-medium">{formatNumber(from ?? 0)} – </span>}
      <PriceText price={to ?? 0} />
    </>
  );
}

/** Why there are no figures, or how many sales there are. */
function Count(row: NamedCheck) {
  const answer = useAnswer(row);
  const { data, error } = answer;
  if (error) return <QueryError banner query={answer} />;
  if (data?.data.length === 0 && data.answer.exact.sales === 0) return NO_SALES;
  return (
    <Figures
      row={row}
      of={({ sales, newest_only }, noun) =>
        sales === 0 ? (
          <span className="font-normal text-ink-faint">none {noun}</span>
        ) : (
          <>
            {newest_only && <span className="font-normal text-ink-faint">newest </span>}
            {formatNumber(sales)} <span className="text-xs font-normal text-ink-faint">{noun}</span>
          </>
        )
      }
    />
  );
}

function Position(row: NamedCheck) {
  const { data } = useAnswer(row);
  const compared = data && positionSummary(data.position);
  return compared && <p className="text-xs text-ink-soft tabular-nums">{compared}</p>;
}

/** Figures next to those of `Count`, which say which of the two they are of. */
const figures = (title: string, of: FiguresProps['of']): Column<Row> => ({
  title,
  align: 'right',
  cell: (row) => (
    <Figures
      row={row}
      of={(sales, noun) => (
        <>
          {noun && <span className="sr-only">{noun}: </span>}
          {of(sales, noun)}
        </>
      )}
    />
  ),
});

const FIGURES: readonly Column<Row>[] = [
  { title: 'Sales', align: 'right', cell: (row) => <Count {...row} /> },
  figures('Middle half', pricesOf),
  figures('Last price', ({ last_price: last }) => (last === null ? NOTHING : <PriceText price={last} />)),
  figures('Last sold', ({ last_sold: last }) => (last === null ? NOTHING : <DateText iso={last} />)),
  figures('With proof', ({ sales, with_proof }) => (sales === 0 ? NOTHING : formatNumber(with_proof))),
];

const SENTENCES: Column<Row> = { title: 'Sales', wide: true, cell: (row) => <Answer {...row} /> };

const columnsWith = (
  sales: readonly Column<Row>[],
  belowTraits?: (row: Row) => ReactNode,
): readonly Column<Row>[] => [
  { title: 'Pokemon', wide: true, cell: (row) => <Name {...row} /> },
  {
    title: 'Traits',
    wide: true,
    cell: (row) => (
      <>
        <TraitsText {...row.check} />
        {belowTraits?.(row)}
      </>
    ),
  },
  ...sales,
  {
    title: 'Actions',
    hideTitle: true,
    align: 'right',
    wide: true,
    cell: (row) => (
      <span className="flex items-center gap-x-4 md:max-xl:flex-col md:max-xl:items-end md:justify-end">
        <FollowButton
          kind="pokemon"
          filters={filtersOf(row)}
          price={row.check.price}
          anchor={`follow-${row.at}`}
        />
        <Link
          {...checkLink(row)}
          className="link inline-flex min-h-control min-w-control items-center justify-center"
        >
          Details
          <span className="sr-only">
            {' '}
            of <Untranslated>{row.name}</Untranslated>
          </span>
        </Link>
      </span>
    ),
  },
];

const IN_CARDS = columnsWith([SENTENCES]);
const IN_TABLE = columnsWith(FIGURES, (row) => <Position {...row} />);

/** They are few, and higher than the rows whose height the table expects. */
const alwaysDrawn = () => '[content-visibility:visible]!';

/** The names to look a pokemon up by, the most precise first. */
const namesOf = ({ name, check: { form } }: NamedCheck): string[] =>
  [...(form ? [`${name}-${form}`] : []), name].filter(({ length }) => length <= LIMITS.name.max);

export function ChecksTable({ checks }: { checks: readonly NamedCheck[] }) {
  const { data } = trpc.catalogue.identify.useQuery({
    pokemon: checks.map((check) => ({ names: namesOf(check) })),
  });
  const rows = useMemo(
    () => checks.map((check, at): Row => ({ ...check, at, type: data?.data[at]?.type ?? null })),
    [checks, data],
  );
  return (
    <section {...RESULTS} aria-label="Price checks">
      <ResultsSkipLink />
      <DataTable
        caption="Price checks"
        columns={useMedia('lg') ? IN_TABLE : IN_CARDS}
        rows={rows}
        rowKey={({ at }) => at}
        rowClassName={alwaysDrawn}
      />
    </section>
  );
}
