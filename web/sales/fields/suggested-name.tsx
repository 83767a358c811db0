import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { NameSuggestion } from '../../../src/contract/sale/sale.ts';
import { counted, formatNumber } from '../../../src/contract/shared/plural.ts';
import { Sprite } from '../../ui/sale/sprite.tsx';
import { nameSprites } from '../sale-summary.ts';

interface SuggestedNameProps extends NameSuggestion {
  kind: SaleKind;
  /** Other filters leave out some of its sales. */
  isLimited?: boolean;
}

export default function SuggestedName(props: SuggestedNameProps) {
  const { kind, name, image_url, pokemon_type, sales, isLimited = false } = props;
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 py-1">
      <Sprite
        sources={nameSprites[kind]({ name, imageUrl: image_url })}
        name={name}
        type={pokemon_type}
        size={32}
      />
      <span translate="no" className="min-w-0 flex-1 truncate">
        {name}
      </span>
      <span className="shrink-0 text-xs text-ink-faint tabular-nums">
        {isLimited ? `${formatNumber(sales)} in all` : counted(sales, 'sale')}
      </span>
    </span>
  );
}
