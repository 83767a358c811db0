import { Ban, Check } from 'lucide-react';
import type { AccountStatus, Role } from '../../../../src/contract/roles.ts';
import { Badge } from '../../../ui/badge.tsx';

/** What an account may do. */
export const RoleBadge = ({ role }: { role: Role }) => (
  <Badge tone={role === 'user' ? 'neutral' : 'accent'}>{role}</Badge>
);

/** Whether an account may sign in; with a sign beside its colour. */
export function AccountStatusBadge({ status }: { status: AccountStatus }) {
  const Icon = status === 'Active' ? Check : Ban;
  return (
    <Badge tone={status === 'Active' ? 'approved' : 'rejected'}>
      <Icon aria-hidden strokeWidth={2.5} className="size-3.5" />
      {status}
    </Badge>
  );
}
