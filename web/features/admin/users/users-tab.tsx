import type { User } from '../../../../src/contract/accounts/account.ts';
import {
  ACCOUNT_STATUSES,
  type AccountStatus,
  ROLES,
  type Role,
} from '../../../../src/contract/accounts/roles.ts';
import type { UserSort } from '../../../../src/contract/admin/admin.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { formatNumber } from '../../../../src/contract/shared/plural.ts';
import { AccountStatusBadge, RoleBadge } from '../../../accounts/account-badges.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { usePaged } from '../../../lib/server/fetched.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { type Go, useUrlState } from '../../../lib/use-url-state.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect, optionsOf } from '../../../ui/fields/select.tsx';
import { SearchField } from '../../../ui/fields/text-filter.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { PagedTable } from '../../../ui/tables/paged-list.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { actionsColumn } from '../row-actions.tsx';
import { ManageDialog } from './manage-dialog.tsx';
import { USERS_FORMAT, type UsersSearchParams } from './users-search-params.ts';

const ROLE_OPTIONS = optionsOf<Role>(ROLES);
const STATUS_OPTIONS = optionsOf<AccountStatus>(ACCOUNT_STATUSES);

/** @param ownId the admin's own account, which cannot be managed here */
const userColumns = (ownId: number | undefined, onManage: (user: User) => void): Column<User, UserSort>[] => [
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
    sorts: 'dates',
    width: '11%',
    labelled: true,
    cell: ({ created }) => <DateText iso={created} />,
  },
  {
    title: 'Last login',
    sort: 'lastLogin',
    sorts: 'dates',
    width: '11%',
    labelled: true,
    minor: true,
    cell: ({ lastLogin }) =>
      lastLogin ? <DateText iso={lastLogin} /> : <span className="text-ink-faint">Never</span>,
  },
  actionsColumn('9%', (user) => (
    <Button
      disabled={user.user_id === ownId}
      title={user.user_id === ownId ? 'You cannot manage your own account' : undefined}
      aria-label={`Manage ${user.username}`}
      onClick={() => onManage(user)}
      className="max-md:flex-1"
    >
      Manage
    </Button>
  )),
];

export default function UsersTab() {
  const url = useUrlState(PATHS.admin, USERS_FORMAT);
  const { params, go, clear, cleared } = url;
  const { user } = useSession();
  const query = trpc.admin.users.useQuery({ ...params, limit: LIMITS.adminPageSize });
  const { data, total, list } = usePaged(query, 'users', 'Failed to load the users');
  const dialog = useDialog<User>();

  return (
    <>
      <PagedTable
        label="Users"
        url={url}
        {...list}
        columns={userColumns(user?.user_id, dialog.show)}
        rowKey={({ user_id }) => user_id}
        filters={<UserFilters key={cleared} params={params} go={go} />}
        count={
          data && (
            <>
              Total: {formatNumber(data.total_users)} users
              {USERS_FORMAT.filtersSet(params) > 0 && (
                <span className="ml-4 font-normal text-ink-soft">Showing: {formatNumber(total)}</span>
              )}
            </>
          )
        }
        empty={
          <EmptyState
            title="No users match"
            action={<ClearFilters clear={() => clear(USERS_FORMAT.unfiltered)}>Show all users</ClearFilters>}
          />
        }
      />
      {dialog.render((managed, props) => (
        <ManageDialog {...props} user={managed} />
      ))}
    </>
  );
}

function UserFilters({ params, go }: { params: UsersSearchParams; go: Go<UsersSearchParams> }) {
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,1fr)_11rem_11rem]">
      <SearchField
        label="Search"
        placeholder="Username or email"
        value={params.search}
        onFilter={(search) => go({ search }, 'search')}
        className="max-md:col-span-2"
      />
      <FilterSelect
        label="Role"
        value={params.role}
        onFilter={(role) => go({ role })}
        options={ROLE_OPTIONS}
      />
      <FilterSelect
        label="Status"
        value={params.account_status}
        onFilter={(account_status) => go({ account_status })}
        options={STATUS_OPTIONS}
      />
    </div>
  );
}
