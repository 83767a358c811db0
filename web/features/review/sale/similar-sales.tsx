import type { ReactNode } from 'react';
import { STATS } from '../../../../src/contract/ivs.ts';
import type { AnySale } from '../../../../src/contract/sale.ts';
import { summarise, type Traits } from '../../../sales/sale-summary.ts';
import { cx } from '../../../ui/cx.ts';
import { Cell, DataTable, HeaderCell, Row } from '../../../ui/data-table.tsx';
import { DateText, NatureLabel, PriceText } from '../../../ui/sale-text.tsx';
import { SpreadGlyph } from '../../../ui/spread-glyph.tsx';
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

function TraitCells({ traits, like }: { traits: Traits; like: Traits }) {
  const otherSpread = STATS.some((stat) => traits.spread[stat] !== like.spread[stat]);
  return (
    <>
      <Cell label="IVs" wide>
        <Trait differs={otherSpread}>
          <SpreadGlyph spread={traits.spread} numbers="beside" />
        </Trait>
      </Cell>
      <Cell label="Nature">
        <Trait differs={traits.nature !== like.nature}>
          <NatureLabel nature={traits.nature ?? ''} />
        </Trait>
      </Cell>
      <Cell label="Ability">
        <Trait differs={traits.ability !== like.ability}>{traits.ability}</Trait>
      </Cell>
      <Cell label="Form">
        <Trait differs={formLabel(traits) !== formLabel(like)}>{formLabel(traits)}</Trait>
      </Cell>
    </>
  );
}

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
        head={
          <>
            <HeaderCell>Sale</HeaderCell>
            <HeaderCell align="right">Price</HeaderCell>
            <HeaderCell>Sold</HeaderCell>
            {traits && (
              <>
                <HeaderCell>IVs</HeaderCell>
                <HeaderCell>Nature</HeaderCell>
                <HeaderCell>Ability</HeaderCell>
                <HeaderCell>Form</HeaderCell>
              </>
            )}
          </>
        }
      >
        {similar.map((other) => {
          const { traits: theirs } = summarise(other);
          return (
            <Row key={other.sale_id}>
              <Cell label="Sale">
                <EvidenceLink saleId={other.sale_id} />
              </Cell>
              <Cell label="Price" align="right">
                <PriceText price={other.price} />
              </Cell>
              <Cell label="Sold" wide={!traits}>
                <DateText iso={other.date_sold} />
              </Cell>
              {traits && theirs && <TraitCells traits={theirs} like={traits} />}
            </Row>
          );
        })}
      </DataTable>
    </Section>
  );
}
