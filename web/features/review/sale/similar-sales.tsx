import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { cx } from '../../../ui/cx.ts';
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx';
import { DifferenceMark, EvidenceLink, FieldValue, SALE_FIELDS, type SaleField } from './comparison.tsx';
import { Section } from './section.tsx';

interface TraitProps {
  field: SaleField;
  sale: AnySale;
  differs: boolean;
}

const Trait = ({ field, sale, differs }: TraitProps) => (
  <span className={cx('inline-flex items-center', !differs && 'text-ink-faint')}>
    {differs && <DifferenceMark />}
    <span className="min-w-0">
      <FieldValue field={field} sale={sale} />
    </span>
  </span>
);

/** The columns of sales of the same name, whose traits are compared with `like`. */
const columnsFor = (like: AnySale): Column<AnySale>[] => [
  { title: 'Sale', labelled: true, cell: ({ sale_id }) => <EvidenceLink saleId={sale_id} /> },
  ...SALE_FIELDS.filter(({ column, trait }) => column && (!trait || like.kind === 'pokemon')).map(
    (field): Column<AnySale> => ({
      title: field.label,
      labelled: true,
      ...field.column,
      cell: (sale) =>
        field.trait ? (
          <Trait field={field} sale={sale} differs={field.of(sale) !== field.of(like)} />
        ) : (
          <FieldValue field={field} sale={sale} />
        ),
    }),
  ),
];

/** The most similar approved sales, with their differences marked. */
export function SimilarSales({ sale, similar }: { sale: AnySale; similar: readonly AnySale[] }) {
  const isMarked = sale.kind === 'pokemon' && similar.length > 0;
  return (
    <Section title="Comparable approved sales" note={isMarked && '≠ differs from this sale'}>
      {similar.length === 0 ? (
        <p className="text-sm text-ink-soft">No approved sales of this name yet.</p>
      ) : (
        <DataTable
          caption="Comparable approved sales"
          columns={columnsFor(sale)}
          rows={similar}
          rowKey={({ sale_id }) => sale_id}
        />
      )}
    </Section>
  );
}
