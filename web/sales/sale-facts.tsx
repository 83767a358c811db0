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
  ['IVs', <SpreadGlyph key="ivs" spread={traits.spread} numbers="inline" />],
  ['Hidden power', <HiddenPowerChip key="hp" spread={traits.spread} withPower />],
  ['Nature', <NatureLabel key="nature" nature={traits.nature ?? ''} />],
  ['Ability', <Untranslated key="ability">{traits.ability}</Untranslated>],
  ['Form', <Untranslated key="form">{traits.form}</Untranslated>],
  ['Shiny', traits.shiny ? 'Yes' : 'No'],
  ['Level', traits.level ?? NOT_GIVEN],
  ['Held item', traits.heldItem ? <Untranslated key="item">{traits.heldItem}</Untranslated> : NOT_GIVEN],
];

const figureFacts = (sale: AnySale): Fact[] => [
  ['Price', <PriceText key="price" price={sale.price} />],
  ['Date sold', <DateText key="sold" iso={sale.date_sold} />],
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
    ...figureFacts(sale),
    ...(traits ? traitFacts(traits) : []),
    [
      'Submitted by',
      sale.submitted_by_username ? (
        <Untranslated key="by">{sale.submitted_by_username}</Untranslated>
      ) : (
        <span key="by" className="text-ink-faint">
          {submitterLabel(sale)}
        </span>
      ),
    ],
    ['Submitted', <DateText key="submitted" iso={sale.date_submitted} />],
    ['Sale', <span key="id" className="tabular-nums">{`#${sale.sale_id}`}</span>],
    ['Proof', proof ? <ProofLink key="proof" url={proof} of={`sale ${sale_id}`} /> : 'None'],
  ];
  const shown: readonly string[] = SHOWN[below];
  return <Facts facts={facts.filter(([label]) => !shown.includes(label))} />;
}
