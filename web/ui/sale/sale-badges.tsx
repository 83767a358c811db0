import { Check, CircleDashed, X } from 'lucide-react';
import type { SaleForPolicy } from '../../../src/contract/accounts/roles.ts';
import type { HiddenPowerType } from '../../../src/contract/sale/hidden-power-types.ts';
import { Badge } from '../badge.tsx';
import { typeColours } from './type-colours.ts';

type SaleStatus = SaleForPolicy['status'];

const STATUS = {
  approved: { label: 'Approved', Icon: Check },
  rejected: { label: 'Rejected', Icon: X },
  pending: { label: 'Pending', Icon: CircleDashed },
};

/** The status of a sale: green, red or orange, with an icon and its name. */
export function StatusBadge({ status }: { status: SaleStatus }) {
  const { label, Icon } = STATUS[status];
  return (
    <Badge tone={status}>
      <Icon aria-hidden strokeWidth={2.5} className="size-3.5" />
      {label}
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
