import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import { NatureLabel, PriceText } from '../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../ui/sale/spread-glyph.tsx';
import { DateText } from '../ui/time/date-text.tsx';
import { Untranslated } from '../ui/untranslated.tsx';
import { HiddenPowerChip, ProofLink, SaleTitle } from './sale-parts.tsx';
import type { SaleSummary, Traits } from './sale-summary.ts';

interface SaleCardProps {
  summary: SaleSummary;
  /** What the proof proves, for screen readers. */
  of: string;
  /** At the top right: a status. */
  badge?: ReactNode;
  /** Shown while there is no name. */
  unnamed?: string;
  /** Steps back visually, for a sale that is done. */
  muted?: boolean;
  /** The foot reports a missing proof. */
  flagsProof?: boolean;
  /** The foot of the card. */
  children?: ReactNode;
}

const Open = ({ children }: { children: ReactNode }) => <span className="text-ink-faint">{children}</span>;

function TraitLines({ traits }: { traits: Traits }) {
  const { level, heldItem } = traits;
  return (
    <div className="space-y-2 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SpreadGlyph spread={traits.spread} numbers="inline" />
        <HiddenPowerChip spread={traits.spread} />
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        {traits.nature ? <NatureLabel nature={traits.nature} /> : <Open>Nature</Open>}
        {traits.ability ? <span translate="no">{traits.ability}</span> : <Open>Ability</Open>}
      </div>
      <p className="text-ink-soft empty:hidden">
        {level !== null && `Level ${level}`}
        {level !== null && heldItem !== null && ' · '}
        {heldItem !== null && (
          <>
            Holds <Untranslated>{heldItem}</Untranslated>
          </>
        )}
      </p>
    </div>
  );
}

export function SaleCard(props: SaleCardProps) {
  const { summary, of, badge, unnamed, muted = false, flagsProof = false, children } = props;
  const { name, price, dateSold, proofUrl, traits } = summary;
  return (
    <article className={cx('framed flex flex-col', muted && 'bg-sunken')}>
      <div className="flex flex-1 flex-col gap-3 px-4 pt-3 pb-4">
        <div className="flex items-start justify-between gap-3">
          <SaleTitle summary={summary} size={48}>
            <h3 className="text-base font-semibold">{name.trim() || <Open>{unnamed}</Open>}</h3>
          </SaleTitle>
          {badge}
        </div>
        {traits && <TraitLines traits={traits} />}
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
          {price === null ? <Open>Price</Open> : <PriceText price={price} size="lg" />}
          <span className="text-sm text-ink-soft">
            {dateSold ? <DateText iso={dateSold} /> : <Open>Date sold</Open>}
          </span>
        </div>
        {(proofUrl || !flagsProof) && (
          <div className="min-w-0 text-sm">
            {proofUrl ? <ProofLink url={proofUrl} of={of} /> : <Open>No proof</Open>}
          </div>
        )}
        {children}
      </div>
    </article>
  );
}
