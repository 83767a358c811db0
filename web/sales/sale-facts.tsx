import type { AnySale } from '../../src/contract/sale/sale.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { NatureLabel, PriceText } from '../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../ui/sale/spread-glyph.tsx';
import { DateText } from '../ui/time/date-text.tsx';
import { Untranslated } from '../ui/untranslated.tsx';
import { submitterLabel } from './sale-labels.ts';
import { HiddenPowerChip, ProofLink } from './sale-parts.tsx';
import { summarise, type Traits } from './sale-summary.ts';

const NOT_GIVEN = <span className="text-ink-faint">Not given</span>;

/** The facts that only pokemon have. */
export const traitFacts = (traits: Traits): Fact[] => [
  { label: 'IVs', value: <SpreadGlyph spread={traits.spread} numbers="inline" /> },
  { label: 'Hidden power', value: <HiddenPowerChip spread={traits.spread} withPower /> },
  { label: 'Nature', value: <NatureLabel nature={traits.nature ?? ''} /> },
  { label: 'Ability', value: <Untranslated>{traits.ability}</Untranslated> },
  { label: 'Form', value: <Untranslated>{traits.form}</Untranslated> },
  { label: 'Shiny', value: traits.shiny ? 'Yes' : 'No' },
  { label: 'Level', value: traits.level ?? NOT_GIVEN },
  { label: 'Held item', value: traits.heldItem ? <Untranslated>{traits.heldItem}</Untranslated> : NOT_GIVEN },
];

const HEAD = ['Price', 'Date sold'];

/** What may be directly above, and need not be repeated. */
const SHOWN = { nothing: [], head: HEAD, card: [...HEAD, 'IVs', 'Nature', 'Ability'] };

interface SaleFactsProps {
  sale: AnySale;
  below: keyof typeof SHOWN;
}

export function SaleFacts({ sale, below }: SaleFactsProps) {
  const { traits } = summarise(sale);
  const { proof_url: proof, sale_id } = sale;
  const facts: Fact[] = [
    { label: 'Price', value: <PriceText price={sale.price} /> },
    { label: 'Date sold', value: <DateText iso={sale.date_sold} /> },
    ...(traits ? traitFacts(traits) : []),
    {
      label: 'Submitted by',
      value: sale.submitted_by_username ? (
        <Untranslated>{sale.submitted_by_username}</Untranslated>
      ) : (
        <span className="text-ink-faint">{submitterLabel(sale)}</span>
      ),
    },
    { label: 'Submitted', value: <DateText iso={sale.date_submitted} /> },
    { label: 'Sale', value: <span className="tabular-nums">{`#${sale.sale_id}`}</span> },
    { label: 'Proof', value: proof ? <ProofLink url={proof} of={`sale ${sale_id}`} /> : 'None' },
  ];
  const shown: readonly string[] = SHOWN[below];
  return <Facts facts={facts.filter(({ label }) => !shown.includes(label))} />;
}
