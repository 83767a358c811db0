import { useMemo } from 'react';
import { Link } from 'wouter';
import { positionSummary } from '../../../../src/contract/market/answer-summary.ts';
import {
  checkFilters,
  type NamedCheck,
  type PriceCheck,
} from '../../../../src/contract/market/price-check-search-params.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import FollowButton from '../../../follows/follow-button.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { PERFECT_OPTIONS } from '../../../sales/fields/trait-options.ts';
import { AnswerText } from '../../../sales/similar/answer-text.tsx';
import { useSimilarTo } from '../../../sales/similar/use-similar.ts';
import { pokemonSpriteSources } from '../../../sales/sprite-sources.ts';
import { RESULTS, ResultsSkipLink } from '../../../ui/page/results-skip-link.tsx';
import { NatureLabel } from '../../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import { Sprite } from '../../../ui/sale/sprite.tsx';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
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
      <span className="min-w-0 text-base font-medium break-words">
        {name}
        {form && <span className="font-normal text-ink-soft"> {form}</span>}
        {shiny && <span className="font-normal text-ink-soft"> Shiny</span>}
      </span>
    </span>
  );
}

const isAnySpread = (spread: PriceCheck['spread']): boolean =>
  Object.values(spread).every((iv) => iv === null);

function Answer({ name, check }: NamedCheck) {
  const similar = useSimilarTo({ kind: 'pokemon', name, check, limit: 1 });
  const { data, error } = similar;
  if (error) return <QueryError banner query={similar} />;
  if (!data)
    return (
      // About as high as the answer usually is.
      <div className="min-h-28 lg:min-h-20 xl:min-h-13">
        <Skeleton className="h-5 w-56 max-w-full" />
      </div>
    );
  if (data.data.length === 0) return <span className="text-ink-soft">No sales of this name yet.</span>;
  const compared = positionSummary(data.position);
  return (
    <>
      <AnswerText answer={data.answer} compact />
      {compared && <p className="mt-0.5 text-ink-soft tabular-nums">{compared}</p>}
    </>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Pokemon', wide: true, cell: (row) => <Name {...row} /> },
  {
    title: 'Traits',
    wide: true,
    cell: ({ check: { spread, minPerfectIvs, nature, ability } }) => (
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {isAnySpread(spread) ? (
          <span className="text-sm text-ink-faint">
            {minPerfectIvs === null ? 'Any IVs' : PERFECT_OPTIONS[minPerfectIvs - 1]?.label}
          </span>
        ) : (
          <SpreadGlyph spread={spread} numbers="inline" />
        )}
        {nature && <NatureLabel nature={nature} />}
        {ability && <span className="text-ink-soft">{ability}</span>}
      </span>
    ),
  },
  { title: 'Sales', wide: true, cell: (row) => <Answer {...row} /> },
  {
    title: 'Actions',
    hideTitle: true,
    align: 'right',
    wide: true,
    cell: (row) => (
      <span className="flex items-center gap-x-4 md:max-lg:flex-col md:max-lg:items-end md:justify-end">
        <FollowButton
          kind="pokemon"
          filters={checkFilters('pokemon', row.name, row.check)}
          price={row.check.price}
          anchor={`follow-${row.at}`}
        />
        <Link {...checkLink(row)} className="link inline-flex min-h-control items-center whitespace-nowrap">
          Price check<span className="sr-only"> of {row.name}</span>
        </Link>
      </span>
    ),
  },
];

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
        columns={COLUMNS}
        rows={rows}
        rowKey={({ at }) => at}
        rowClassName={alwaysDrawn}
      />
    </section>
  );
}
