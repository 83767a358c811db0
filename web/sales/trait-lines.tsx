import { NatureLabel } from '../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../ui/sale/spread-glyph.tsx';
import type { Traits } from './sale-summary.ts';

/** A pokemon's IVs above its nature and ability, for a table's cell. */
export function TraitLines({ traits }: { traits: Traits }) {
  return (
    <span className="block">
      <SpreadGlyph spread={traits.spread} numbers="inline" />
      <span className="flex flex-wrap items-center gap-x-1 text-xs text-ink-soft">
        <span>
          <NatureLabel nature={traits.nature ?? ''} /> ·
        </span>
        <span>{traits.ability}</span>
      </span>
    </span>
  );
}
