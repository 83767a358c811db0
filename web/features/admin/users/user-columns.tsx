import { Ban, Check } from 'lucide-react';
import type { User } from '../../../../src/contract/accounts/account.ts';
import type { AccountStatus } from '../../../../src/contract/accounts/roles.ts';
import type { UserSort } from '../../../../src/contract/admin/admin.ts';
import { RoleBadge } from '../../../accounts/role-badge.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateText } from '../../../ui/sale/sale-text.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';

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

/**
 * The columns of the users table.
 *
 * @param ownId the admin's own account, which cannot be managed here
 */
export const userColumns = (
  ownId: number | undefined,
  onManage: (user: User) => void,
): Column<User, UserSort>[] => [
  {
    title: 'Username',
    sort: 'username',
    width: '20%',
    wide: true,
    cell: ({ user_id, username }) => (
      <>
        <span className="text-base font-medium break-all md:text-sm">{username}</span>
        {user_id === ownId && <span className="ml-2 text-xs text-ink-faint">you</span>}
      </>
    ),
    skeleton: <Skeleton className="h-4 w-28" />,
  },
  {
    title: 'Email',
    sort: 'email',
    width: '27%',
    wide: true,
    labelled: true,
    className: 'break-all',
    cell: ({ email }) => email,
    skeleton: <Skeleton className="h-4 w-44" />,
  },
  {
    title: 'Role',
    sort: 'role',
    width: '10%',
    labelled: true,
    cell: ({ role }) => <RoleBadge role={role} />,
  },
  {
    title: 'Status',
    sort: 'account_status',
    width: '12%',
    labelled: true,
    cell: ({ account_status }) => <AccountStatusBadge status={account_status} />,
  },
  {
    title: 'Created',
    sort: 'created',
    width: '11%',
    labelled: true,
    cell: ({ created }) => <DateText iso={created} />,
  },
  {
    title: 'Last login',
    sort: 'lastLogin',
    width: '11%',
    labelled: true,
    minor: true,
    cell: ({ lastLogin }) =>
      lastLogin ? <DateText iso={lastLogin} /> : <span className="text-ink-faint">Never</span>,
  },
  {
    title: 'Actions',
    hideTitle: true,
    width: '9%',
    wide: true,
    align: 'right',
    cell: (user) => (
      <Button
        disabled={user.user_id === ownId}
        title={user.user_id === ownId ? 'You cannot manage your own account' : undefined}
        aria-label={`Manage ${user.username}`}
        onClick={() => onManage(user)}
        className="max-md:mt-1 max-md:w-full"
      >
        Manage
      </Button>
    ),
    skeleton: <Skeleton className="inline-block! h-control w-22" />,
  },
];
