import { DateText, NatureLabel, PriceText } from '../ui/sale-text.tsx';
import { SpreadGlyph } from '../ui/spread-glyph.tsx';
import { type Fact, Facts, HiddenPowerChip, ProofLink } from './sale-parts.tsx';
import { type AnySale, summarise, type Traits } from './sale-summary.ts';

const NOT_GIVEN = <span className="text-ink-faint">Not given</span>;

const traitFacts = (traits: Traits): Fact[] => [
  ['IVs', <SpreadGlyph key="ivs" spread={traits.spread} numbers="beside" />],
  ['Hidden power', <HiddenPowerChip key="hp" spread={traits.spread} withPower />],
  ['Nature', <NatureLabel key="nature" nature={traits.nature ?? ''} />],
  ['Ability', traits.ability],
  ['Form', traits.form],
  ['Shiny', traits.shiny ? 'Yes' : 'No'],
  ['Level', traits.level ?? NOT_GIVEN],
  ['Held item', traits.heldItem ?? NOT_GIVEN],
];

function proofFact(sale: AnySale, full: boolean): Fact {
  const { proof_url: url, sale_id } = sale;
  if (!url) return ['Proof', 'None'];
  const of = `sale ${sale_id}`;
  if (!full) return ['Proof', <ProofLink key="proof" url={url} of={of} />];
  return [
    'Proof',
    <ProofLink key="proof" url={url} of={of}>
      {url}
    </ProofLink>,
    'wide',
  ];
}

/** Every field of a sale; `fullProof` shows the whole address of the proof, not its host alone. */
export function SaleFacts({ sale, fullProof = false }: { sale: AnySale; fullProof?: boolean }) {
  const { traits } = summarise(sale);
  return (
    <Facts
      facts={[
        ['Price', <PriceText key="price" price={sale.price} />],
        ['Date sold', <DateText key="sold" iso={sale.date_sold} />],
        ...(traits ? traitFacts(traits) : []),
        ['Submitted by', sale.submitted_by_username ?? <span className="text-ink-faint">Unknown</span>],
        ['Submitted', <DateText key="submitted" iso={sale.date_submitted} />],
        ['Sale', <span key="id" className="tabular-nums">{`#${sale.sale_id}`}</span>],
        proofFact(sale, fullProof),
      ]}
    />
  );
}
