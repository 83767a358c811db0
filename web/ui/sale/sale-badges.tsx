import { Check, CircleDashed, type LucideIcon, X } from 'lucide-react';
import type { HiddenPowerType } from '../../../src/contract/sale/hidden-power-types.ts';
import { type SaleStatus, STATUS_LABELS } from '../../../src/contract/sale/statuses.ts';
import { Badge } from '../badge.tsx';
import { typeColours } from './type-colours.ts';

const ICONS: Record<SaleStatus, LucideIcon> = { approved: Check, rejected: X, pending: CircleDashed };

/** The status of a sale: green, red or orange, with an icon and its name. */
export function StatusBadge({ status }: { status: SaleStatus }) {
  const Icon = ICONS[status];
  return (
    <Badge tone={status}>
      <Icon aria-hidden strokeWidth={2.5} className="size-3.5" />
      {STATUS_LABELS[status]}
    </Badge>
  );
}

/** A hidden-power type in its colour; `power` (30–70) behind it when given. */
export function TypeChip({ type, power }: { type: HiddenPowerType; power?: number }) {
  return (
    <span
      {...typeColours(type)}
      translate="no"
      className="inline-flex h-6 items-center gap-1.5 rounded-sm bg-(--type-fill) px-2 text-xs forced-colors:border font-medium whitespace-nowrap text-(--type-ink)"
    >
      <span aria-hidden className="size-2 rotate-45 rounded-[1px] bg-(--type-mark)" />
      {type}
      {power !== undefined && <span className="tabular-nums">{power}</span>}
    </span>
  );
}
