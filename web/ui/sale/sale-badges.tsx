import { Check, CircleDashed, type LucideIcon, X } from 'lucide-react';
import type { HiddenPowerType } from '../../../src/contract/sale/hidden-power-types.ts';
import { type SaleStatus, STATUS_LABELS } from '../../../src/contract/sale/statuses.ts';
import { Badge } from '../badge.tsx';
import { cx } from '../cx.ts';
import { typeColours } from './type-colours.ts';

const STATUS_ICONS: Record<SaleStatus, { Icon: LucideIcon; colour: string }> = {
  approved: { Icon: Check, colour: 'text-approved' },
  rejected: { Icon: X, colour: 'text-rejected' },
  pending: { Icon: CircleDashed, colour: 'text-pending' },
};

/** The icon of a status: green, red or orange. */
export function StatusIcon({ status }: { status: SaleStatus }) {
  const { Icon, colour } = STATUS_ICONS[status];
  return <Icon aria-hidden strokeWidth={2.5} className={cx('size-3.5 shrink-0', colour)} />;
}

/** The status of a sale, with its icon. */
export const StatusBadge = ({ status }: { status: SaleStatus }) => (
  <Badge tone={status}>
    <StatusIcon status={status} />
    {STATUS_LABELS[status]}
  </Badge>
);

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
