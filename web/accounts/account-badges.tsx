import { Ban, Check } from 'lucide-react';
import type { AccountStatus } from '../../src/contract/accounts/roles.ts';
import { Badge } from '../ui/badge.tsx';

export const RoleBadge = ({ role }: { role: string }) => (
  <Badge tone={role === 'user' ? 'neutral' : 'accent'}>{role}</Badge>
);

/** Whether an account may sign in. The icon repeats what the colour shows. */
export function AccountStatusBadge({ status }: { status: AccountStatus }) {
  const Icon = status === 'Active' ? Check : Ban;
  return (
    <Badge tone={status === 'Active' ? 'approved' : 'rejected'}>
      <Icon aria-hidden strokeWidth={2.5} className="size-3.5" />
      {status}
    </Badge>
  );
}
