import { useMemo, useState } from 'react';
import type { TraitFigures, TraitPairs } from '../../../../src/contract/market/trait-worth.ts';
import { NORMAL_FORM } from '../../../../src/contract/sale/forms.ts';
import { natureLabel } from '../../../../src/contract/sale/natures.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { formatNumber } from '../../../../src/contract/shared/plural.ts';
import { capitalised } from '../../../../src/contract/shared/text.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { ListedProof, SaleLink } from '../../../sales/sale-parts.tsx';
import { summarise } from '../../../sales/sale-summary.ts';
import { PriceText } from '../../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { QueryError } from '../../../ui/states/states.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { Untranslated } from '../../../ui/untranslated.tsx';
import { chanceSummary, differenceText, halfSummary, otherLabel, traitLabel } from './trait-worth-summary.ts';

type Pair = TraitPairs['data'][number];

function PairedSale({ sale }: { sale: AnySale }) {
  const { traits, proofUrl } = summarise(sale);
  const described = traits && [
    traits.shiny && 'Shiny',
    traits.nature && natureLabel(traits.nature),
    traits.ability,
    traits.form !== NORMAL_FORM && traits.form,
  ];
  return (
    <div className="py-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <PriceText price={sale.price} />
        <span className="text-ink-soft">
          <DateText iso={sale.date_sold} />
        </span>
      </p>
      {traits && (
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-soft">
          <SpreadGlyph spread={traits.spread} numbers="inline" />
          <Untranslated>{described?.filter(Boolean).join(', ')}</Untranslated>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-4 text-sm">
        <SaleLink saleId={sale.sale_id} />
        <ListedProof url={proofUrl} saleId={sale.sale_id} />
      </p>
    </div>
  );
}

const columnsOf = (figures: TraitFigures): Column<Pair>[] => [
  {
    title: 'Difference',
    wide: true,
    cell: ({ difference }) => (
      <span className="text-base font-semibold whitespace-nowrap tabular-nums">
        {differenceText(difference)}
      </span>
    ),
  },
  { title: traitLabel(figures), labelled: true, wide: true, cell: (pair) => <PairedSale sale={pair.with} /> },
  {
    title: capitalised(otherLabel(figures)),
    labelled: true,
    wide: true,
    cell: (pair) => <PairedSale sale={pair.without} />,
  },
];

/** How many pairs are shown at first. */
const FIRST = 10;

const pairKey = (pair: Pair) => pair.with.sale_id;

/** The pairs of a trait, newest first, with both sales. */
export function TraitPairsTable({ name, figures }: { name: string; figures: TraitFigures }) {
  const { trait, value } = figures;
  const query = trpc.market.traitPairs.useQuery({ name, trait, value });
  const { data, error } = query;
  const [all, setAll] = useState(false);
  const columns = useMemo(() => columnsOf(figures), [figures]);
  const rows = useMemo(() => (all ? data?.data : data?.data.slice(0, FIRST)), [all, data]);
  if (error && !data) return <QueryError banner query={query} />;
  return (
    <>
      <p className="pb-2 text-sm text-ink-soft">
        {halfSummary(figures)} {chanceSummary(figures)}
        {data &&
          data.data.length < data.pairs &&
          ` Below are the newest ${formatNumber(data.data.length)} of ${formatNumber(data.pairs)} pairs.`}
      </p>
      <DataTable
        caption={`Pairs: ${traitLabel(figures)} rather than ${otherLabel(figures)}, newest first`}
        columns={columns}
        rows={rows}
        rowKey={pairKey}
        skeletonRows={3}
      />
      {data && rows && rows.length < data.data.length && (
        <ShowMore onShow={() => setAll(true)}>Show {data.data.length - rows.length} more</ShowMore>
      )}
    </>
  );
}
