import type { ReactNode } from 'react';
import { STATS } from '../../../../src/contract/sale/ivs.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { summarise, type Traits } from '../../../sales/sale-summary.ts';
import { cx } from '../../../ui/cx.ts';
import { DateText, NatureLabel, PriceText } from '../../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/sale/spread-glyph.tsx';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { EvidenceLink } from './comparison.tsx';
import { Section } from './section.tsx';

/** A trait of another sale, marked when it differs. */
function Trait({ differs, children }: { differs: boolean; children: ReactNode }) {
  return (
    <span className={cx('inline-flex flex-wrap items-center gap-x-1', !differs && 'text-ink-faint')}>
      {differs && (
        <span className="font-semibold text-pending">
          <span aria-hidden>≠</span>
          <span className="sr-only">Differs:</span>
        </span>
      )}
      {children}
    </span>
  );
}

const formLabel = ({ form, shiny }: Traits) => `${form}${shiny ? ', shiny' : ''}`;

const figureColumns = (wideDate: boolean): Column<AnySale>[] => [
  { title: 'Sale', labelled: true, cell: ({ sale_id }) => <EvidenceLink saleId={sale_id} /> },
  {
    title: 'Price',
    align: 'right',
    labelled: true,
    cell: ({ price }) => <PriceText price={price} />,
  },
  {
    title: 'Sold',
    labelled: true,
    wide: wideDate,
    cell: ({ date_sold }) => <DateText iso={date_sold} />,
  },
];

/** A column of a trait, compared with `like`. */
const traitColumn = (
  title: string,
  differs: (traits: Traits) => boolean,
  show: (traits: Traits) => ReactNode,
): Column<AnySale> => ({
  title,
  labelled: true,
  cell: (sale) => {
    const { traits } = summarise(sale);
    return traits && <Trait differs={differs(traits)}>{show(traits)}</Trait>;
  },
});

const traitColumns = (like: Traits): Column<AnySale>[] => [
  {
    ...traitColumn(
      'IVs',
      ({ spread }) => STATS.some((stat) => spread[stat] !== like.spread[stat]),
      ({ spread }) => <SpreadGlyph spread={spread} numbers="inline" />,
    ),
    wide: true,
  },
  traitColumn(
    'Nature',
    ({ nature }) => nature !== like.nature,
    ({ nature }) => <NatureLabel nature={nature ?? ''} />,
  ),
  traitColumn(
    'Ability',
    ({ ability }) => ability !== like.ability,
    ({ ability }) => ability,
  ),
  traitColumn('Form', (traits) => formLabel(traits) !== formLabel(like), formLabel),
];

/** The most similar approved sales, with their differences marked. */
export function SimilarSales({ sale, similar }: { sale: AnySale; similar: readonly AnySale[] }) {
  const { traits } = summarise(sale);
  if (similar.length === 0)
    return (
      <Section title="Comparable approved sales">
        <p className="text-sm text-ink-soft">No approved sales of this name yet.</p>
      </Section>
    );
  return (
    <Section title="Comparable approved sales" note={traits && '≠ differs from this sale'}>
      <DataTable
        caption="Comparable approved sales"
        columns={[...figureColumns(!traits), ...(traits ? traitColumns(traits) : [])]}
        rows={similar}
        rowKey={({ sale_id }) => sale_id}
      />
    </Section>
  );
}
